package vk

import (
	"syscall"
	"testing"
	"time"

	"d3d9vk/internal/gpu"
)

// What a draw costs from the list's submission to the GPU being idle, and the recording alone, in ns a draw.
func BenchmarkDraws(b *testing.B) {
	d, err := Open(gpu.Options{CacheDir: "-"})
	if err != nil {
		b.Skip(err)
	}
	defer d.Close()
	r := &rig{b, d.(*Device)}
	s := r.scene([]int{0}, 0)
	pipeline := r.id(r.CreatePipeline(s.desc(0, rgba)))
	textured := r.scene([]int{0}, 1)
	textured.buffer = s.buffer
	sample := r.id(r.CreatePipeline(textured.desc(1, rgba)))
	_, view := r.target(rgba, 64, 64, gpu.UseColorTarget)
	var textures [2]gpu.ID
	for k := range textures {
		_, textures[k] = r.texture(rgba, 4, 4)
	}
	sampler := r.id(r.CreateSampler(&gpu.SamplerDesc{}))
	copy(s.memory, floats(0, 0, 0, 1, 0, 0, 0, 1, 0.03, 0, 0, 1, 0, 0, 0, 1, 0, 0.03, 0, 1, 0, 0, 0, 1))
	const draws = 10000
	on := gpu.PackBlend(gpu.BlendState{Enable: true, Mask: 15, SrcColor: gpu.BlendOne, DstColor: gpu.BlendOne})
	for _, c := range []struct {
		name     string
		pipeline gpu.ID
		between  func(l *gpu.List, k int)
	}{
		{"same state", pipeline, func(*gpu.List, int) {}},
		{"vertex constant", pipeline, func(l *gpu.List, k int) { s.constant(l, gpu.VertexConst, k%2*256) }},
		{"texture, pixel constant, blend", sample, func(l *gpu.List, k int) {
			l.Add(gpu.OpTexture, 0, uint32(textures[k%2]), uint32(sampler))
			s.constant(l, gpu.PixelConst, k%2*256)
			l.Add(gpu.OpBlend, []uint32{15, on}[k%2], 15, 15, 15)
		}},
	} {
		b.Run(c.name, func(b *testing.B) {
			best, record, busy := time.Hour, time.Hour, time.Hour
			for range max(b.N, 9) {
				l := r.list()
				s.begin(l, 64, 64, c.pipeline, 0, view)
				l.Add(gpu.OpTexture, 0, uint32(textures[0]), uint32(sampler))
				n := 0
				for n < draws && len(l.Words)+16 < cap(l.Words) {
					c.between(l, n)
					l.Draw(0, 3)
					n++
				}
				start, cpu := time.Now(), processTime()
				serial := must[uint64](r)(r.Submit(l))
				d := d.(*Device)
				d.mu.Lock()
				for d.executed < serial {
					d.changed.Wait()
				}
				d.mu.Unlock()
				record = min(record, time.Since(start)/time.Duration(n))
				if err := r.Wait(serial); err != nil {
					b.Fatal(err)
				}
				best = min(best, time.Since(start)/time.Duration(n))
				busy = min(busy, (processTime()-cpu)/time.Duration(n))
			}
			b.ReportMetric(float64(busy.Nanoseconds()), "cpu-ns/draw")
			b.ReportMetric(float64(best.Nanoseconds()), "ns/draw")
			b.ReportMetric(float64(record.Nanoseconds()), "ns/record")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// processTime is the time that all threads of the process spent on a processor.
func processTime() time.Duration {
	var u syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

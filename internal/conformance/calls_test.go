package conformance

import (
	"fmt"
	"math"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unsafe"

	"pgregory.net/rapid"

	"d3d9vk/d3d9"
	"d3d9vk/device"
	"d3d9vk/internal/gpuenv"
	"d3d9vk/translate/sm"
)

// A player makes random calls of every exported method on the device and on everything that the calls return. Arguments
// are made by type: valid ones, absurd ones, nil, objects that were released, objects of another device.
type player struct {
	t       *rapid.T
	objects map[reflect.Type][]reflect.Value // by pointer type; released ones stay in
	block   []byte                           // what every address argument points to
	shaders [][]byte                         // tokens of a vertex and a pixel shader
	log     []string
}

// blockSize bounds what a call may read through an address: those of a vertex shader, a pixel shader and zeros, blockStep apart.
const (
	blockSize = 1 << 20
	blockStep = 1 << 12
)

var (
	shaderVS = mustAssemble("vs_2_0\ndcl_position v0\ndcl_texcoord v1\nmov oPos, v0\nmov oT0, v1")
	shaderPS = mustAssemble("ps_3_0\ndcl_texcoord v0\ndcl_2d s0\ndef c0, 1, 0, 0, 1\ntexld r0, v0, s0\nmov oC0, r0\nif b0\nmov oC1, c0\nendif")
)

// moreShaders are of the other models, with what each has of its own.
var moreShaders = [][]byte{
	mustAssemble("vs_1_1\nmov a0.x, c0.x\nmov oPos, v0\nmov oT0, v7\nmov oD0, c[a0.x + 1]\nmov oFog, c0.y"), // no dcl: by position
	mustAssemble("vs_2_0\ndcl_position v0\ncall l0\nmov oPos, r0\nmov oPts, c1.x\nret\nlabel l0\nloop aL, i0\nadd r0, v0, c[aL + 3]\nendloop\nret"),
	mustAssemble("vs_3_sw\ndcl_position v0\ndcl_2d s1\ndcl_position o0\ndcl_texcoord o1\nmov o0, v0\ntexldl r0, v0, s1\nadd o1, r0, c8191"),
	mustAssemble("ps_1_1\ntex t0\ntexbem t1, t0\ntexbeml t2, t0\ntexkill t3\nmul r0, t1, t2\n+mov r0.a, c0.a"),
	mustAssemble("ps_1_3\ntex t0\ntexm3x3pad t1, t0_bx2\ntexm3x3pad t2, t0_bx2\ntexm3x3spec t3, t0_bx2, c0\ncnd r0, r0.a, t3, v0"),
	mustAssemble("ps_1_4\ntexld r0, t0\ntexcrd r1.rgb, t1\nbem r1.rg, r1, r0\nphase\ntexld r2, r1_dz\nmov_x2_sat r0, r2"),
	mustAssemble("ps_2_0\ndcl t0\ndcl_cube s2\ntexldb r0, t0, s2\nmov oC0, r0\nmov oDepth, r0.x"),
	mustAssemble("ps_3_0\ndcl vPos.xy\ndcl vFace\ndsx r0, vPos.xyxy\nrep i0\nif_gt r0.x, c0.x\nbreak\nendif\nadd r0, r0, vFace\nendrep\nmov oC0, r0\nif b1\nmov oC3, r0\nendif"),
}

func mustAssemble(src string) []byte {
	p, err := sm.Assemble(src)
	if err != nil {
		panic(err)
	}
	return sm.EncodeBytes(p)
}

func newPlayer(t *rapid.T, objects ...any) *player {
	p := &player{t: t, objects: map[reflect.Type][]reflect.Value{}, block: make([]byte, blockSize), shaders: append([][]byte{shaderVS, shaderPS}, moreShaders...)}
	for n, code := range p.shaders[:2] {
		copy(p.block[n*blockStep:], code)
	}
	for _, o := range objects {
		p.add(reflect.ValueOf(o))
	}
	return p
}

func (p *player) add(v reflect.Value) {
	if v.Kind() == reflect.Pointer && !v.IsNil() && v.Type().Elem().PkgPath() == reflect.TypeFor[device.Device]().PkgPath() {
		list := p.objects[v.Type()]
		if !slices.ContainsFunc(list, func(o reflect.Value) bool { return o.Pointer() == v.Pointer() }) {
			p.objects[v.Type()] = append(list, v)
		}
	}
}

// numbers are what integer arguments are taken from: small ones three times as often as absurd ones.
var (
	smallNumbers  = []int64{0, 0, 1, 1, 2, 3, 4, 5, 7, 8, 16, 17, 21, 22, 50, 64, 75, 101, 112, 113, 256, 257, 512, 1000}
	absurdNumbers = []int64{-1, math.MinInt32, math.MaxInt32, math.MaxUint32, 1 << 24, 1 << 31, 1 << 33, 1 << 62, math.MinInt64, math.MaxInt64}
)

func (p *player) number(label string) int64 {
	if rapid.IntRange(0, 5).Draw(p.t, label+" kind") == 0 {
		return rapid.SampledFrom(absurdNumbers).Draw(p.t, label)
	}
	return rapid.SampledFrom(smallNumbers).Draw(p.t, label)
}

// constantsOf are the named values of an enumeration's Go type.
var constantsOf = func() map[string][]int64 {
	m := map[string][]int64{}
	for _, set := range d3d9.ConstantSets {
		for _, c := range set.Constants {
			m[set.Name] = append(m[set.Name], c.Value)
			m[""] = append(m[""], c.Value)
		}
	}
	return m
}()

// usefulFormats come up more often than the others.
var usefulFormats = []int64{d3d9.FMT_A8R8G8B8, d3d9.FMT_X8R8G8B8, d3d9.FMT_A16B16G16R16F, d3d9.FMT_R32F, d3d9.FMT_D24S8, d3d9.FMT_D16, d3d9.FMT_INDEX16, d3d9.FMT_NULL, d3d9.FMT_DXT1}

func (p *player) integer(t reflect.Type, label string) int64 {
	values := constantsOf[t.Name()]
	switch {
	case t.Name() == "FORMAT" && rapid.Bool().Draw(p.t, label+" useful"):
		return rapid.SampledFrom(usefulFormats).Draw(p.t, label)
	case t.Name() == "HWND" || t.Name() == "HDC" || t.Name() == "HANDLE":
		return rapid.SampledFrom([]int64{0, 0, 0, 12345}).Draw(p.t, label)
	case t.Kind() == reflect.Uintptr:
		return p.address(label)
	case len(values) != 0 && t.Name() != "uint32" && rapid.IntRange(0, 5).Draw(p.t, label+" named") != 0:
		return rapid.SampledFrom(values).Draw(p.t, label)
	}
	return p.number(label)
}

func (p *player) address(label string) int64 {
	n := rapid.IntRange(-1, 2).Draw(p.t, label)
	if n < 0 {
		return 0
	}
	return int64(uintptr(unsafe.Pointer(&p.block[n*blockStep])))
}

var floats = []float32{0, 0, 1, 1, 0.5, -1, 2, 64, 1e30, -1e30, float32(math.Inf(1)), float32(math.NaN()), math.MaxFloat32, math.SmallestNonzeroFloat32}

// value makes an argument of a type.
func (p *player) value(t reflect.Type, label string) reflect.Value {
	v := reflect.New(t).Elem()
	switch t.Kind() {
	case reflect.Bool:
		v.SetBool(rapid.Bool().Draw(p.t, label))
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(p.integer(t, label))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		v.SetUint(uint64(p.integer(t, label)))
	case reflect.Float32, reflect.Float64:
		v.SetFloat(float64(rapid.SampledFrom(floats).Draw(p.t, label)))
	case reflect.Array:
		for i := range min(t.Len(), 16) {
			v.Index(i).Set(p.value(t.Elem(), label))
		}
	case reflect.Struct:
		for i := range t.NumField() {
			if t.Field(i).IsExported() {
				v.Field(i).Set(p.value(t.Field(i).Type, t.Field(i).Name))
			}
		}
	case reflect.Slice:
		v.Set(p.slice(t, label))
	case reflect.Pointer:
		v.Set(p.pointer(t, label))
	case reflect.Interface:
		if kinds := p.implementing(t); len(kinds) != 0 && rapid.IntRange(0, 3).Draw(p.t, label+" nil") != 0 {
			v.Set(p.pointer(rapid.SampledFrom(kinds).Draw(p.t, label+" type"), label))
		}
	default:
		p.t.Fatalf("no value of type %v can be made", t)
	}
	return v
}

func (p *player) slice(t reflect.Type, label string) reflect.Value {
	if t.Elem().Kind() == reflect.Uint8 && rapid.Bool().Draw(p.t, label+" is a shader") {
		code := slices.Clone(rapid.SampledFrom(p.shaders).Draw(p.t, label))
		if cut := rapid.IntRange(0, 3).Draw(p.t, label+" cut"); cut == 0 {
			code = code[:rapid.IntRange(0, len(code)).Draw(p.t, label+" length")]
		}
		return reflect.ValueOf(code)
	}
	n := rapid.SampledFrom([]int{0, 1, 2, 3, 4, 8, 16, 300, 1200}).Draw(p.t, label+" length")
	v := reflect.MakeSlice(t, n, n)
	for i := range min(n, 8) {
		v.Index(i).Set(p.value(t.Elem(), label))
	}
	if t.Elem() == reflect.TypeFor[d3d9.VERTEXELEMENT]() && n > 0 && rapid.Bool().Draw(p.t, label+" ends") {
		v.Index(n - 1).Set(reflect.ValueOf(d3d9.DeclEnd()))
	}
	return v
}

// pointer takes an object of the type, or makes a plain struct.
func (p *player) pointer(t reflect.Type, label string) reflect.Value {
	if t.Elem().PkgPath() != reflect.TypeFor[device.Device]().PkgPath() {
		if rapid.IntRange(0, 2).Draw(p.t, label+" nil") == 0 {
			return reflect.Zero(t)
		}
		v := reflect.New(t.Elem())
		v.Elem().Set(p.value(t.Elem(), label))
		return v
	}
	list := p.objects[t]
	n := rapid.IntRange(-1, len(list)-1).Draw(p.t, label)
	if n < 0 {
		return reflect.Zero(t)
	}
	return list[n]
}

func (p *player) implementing(t reflect.Type) []reflect.Type {
	var kinds []reflect.Type
	for k := range p.objects {
		if k.Implements(t) {
			kinds = append(kinds, k)
		}
	}
	slices.SortFunc(kinds, func(a, b reflect.Type) int { return strings.Compare(a.String(), b.String()) })
	return kinds
}

// skipped are methods that the player does not call at random: the last Release of the two devices is the test's own.
var skipped = map[string]bool{"Device.Release": true, "Direct3D.Release": true}

// methodsOf lists the numbers of a type's methods: those with a recipe five times, as they lead further.
func methodsOf(kind reflect.Type) []int {
	var list []int
	for m := range kind.NumMethod() {
		n := 1
		if recipes[kind.Elem().Name()+"."+kind.Method(m).Name] != nil {
			n = 5
		}
		list = append(list, slices.Repeat([]int{m}, n)...)
	}
	return list
}

// call makes one random call of any method of any object.
func (p *player) call() {
	kinds := p.implementing(reflect.TypeFor[any]())
	kind := rapid.SampledFrom(kinds).Draw(p.t, "kind")
	if rapid.Bool().Draw(p.t, "on the device") {
		kind = reflect.TypeFor[*device.Device]()
	}
	list := p.objects[kind]
	object := list[rapid.IntRange(0, len(list)-1).Draw(p.t, "object")]
	m := rapid.SampledFrom(methodsOf(kind)).Draw(p.t, "method")
	method := kind.Method(m)
	name := kind.Elem().Name() + "." + method.Name
	if skipped[name] {
		return
	}
	args := p.arguments(name, method.Type)
	p.bound(name, args)
	p.log = append(p.log, name+argumentText(args))
	before := p.fingerprint()
	results := object.Method(m).Call(args)
	failed := false
	for _, r := range results {
		if err, ok := r.Interface().(d3d9.Error); ok {
			failed = true
			notReady := err.Code() == d3d9.S_FALSE && name == "Query.GetData"
			if err.Code() >= 0 && !notReady || err.Error() == "" {
				p.t.Fatalf("%s returned an error with code %#x and text %q", name, err.Code(), err)
			}
		}
	}
	if after := p.fingerprint(); failed && after != before {
		p.t.Fatalf("%s%s failed and changed the device's state:\n%s", name, argumentText(args), firstDifference(before, after))
	}
	for _, r := range results {
		p.add(r)
		p.touch(r, results)
	}
}

func argumentText(args []reflect.Value) string {
	var list []string
	for _, a := range args {
		list = append(list, fmt.Sprintf("%.60v", a.Interface()))
	}
	return "(" + strings.Join(list, ", ") + ")"
}

// bound keeps what a call reads through an address within the block: that is the caller's business.
func (p *player) bound(name string, args []reflect.Value) {
	small := func(n int, limit uint64) {
		if v := args[n].Convert(reflect.TypeFor[uint64]()).Uint(); v > limit && v < 1<<24 {
			args[n].SetUint(limit)
		}
	}
	switch {
	case name == "Device.CreateVertexBuffer", name == "Device.CreateIndexBuffer": // gigabytes are no error where there are so many
		if n := args[0].Uint(); n > 1<<20 && n < 1<<32 {
			args[0].SetUint(1 << 20)
		}
	case strings.HasSuffix(name, ".DrawPrimitiveUP"):
		small(1, 64)
		args[3].SetUint(args[3].Uint() % 512)
	case strings.HasSuffix(name, ".DrawIndexedPrimitiveUP"):
		for n := 1; n <= 3; n++ {
			small(n, 64)
			args[n].SetUint(args[n].Uint() % (1 << 24))
		}
		args[2].SetUint(min(args[2].Uint(), 64))
		args[1].SetUint(min(args[1].Uint(), 64))
		args[3].SetUint(min(args[3].Uint(), 64))
		args[7].SetUint(args[7].Uint() % 512)
	case strings.Contains(name, ".DrawIndexedPrimitiveUPuint"):
		args[1].SetUint(min(args[1].Uint(), 64))
		args[2].SetUint(min(args[2].Uint(), 64))
		args[6].SetUint(args[6].Uint() % 512)
	case strings.HasSuffix(name, ".SetPrivateData"):
		args[2].SetUint(min(args[2].Uint(), 4096))
	}
}

// touch writes to what a lock returned: the first byte, as the size is the caller's to know.
func (p *player) touch(r reflect.Value, results []reflect.Value) {
	var at uintptr
	switch v := r.Interface().(type) {
	case d3d9.LOCKED_RECT:
		at = v.PBits
	case d3d9.LOCKED_BOX:
		at = v.PBits
	case *d3d9.LOCKED_BOX:
		if v != nil {
			at = v.PBits
		}
	case d3d9.VertexBufferMemory:
		at = v.Memory
	case d3d9.IndexBufferMemory:
		at = v.Memory
	}
	if at != 0 && results[len(results)-1].IsZero() {
		memory(at, 1)[0] = 0
	}
}

// fingerprint is the state of every live device, as text.
func (p *player) fingerprint() string {
	var b strings.Builder
	for _, v := range p.objects[reflect.TypeFor[*device.Device]()] {
		stateText(&b, v.Interface().(*device.Device))
	}
	return b.String()
}

func stateText(b *strings.Builder, d *device.Device) {
	for _, s := range d3d9.RenderStates {
		v, _ := d.GetRenderState(d3d9.RENDERSTATETYPE(s.State))
		b.WriteString(strconv.FormatUint(uint64(v), 16))
		b.WriteByte(' ')
	}
	for _, slot := range []uint32{0, 15, d3d9.VERTEXTEXTURESAMPLER0} {
		for _, s := range d3d9.SamplerStates {
			v, _ := d.GetSamplerState(slot, d3d9.SAMPLERSTATETYPE(s.State))
			fmt.Fprintf(b, "%x ", v)
		}
	}
	for n := range uint32(4) {
		s, _ := d.GetRenderTarget(n)
		fmt.Fprintf(b, "\ntarget %d: %p", n, s)
		if s != nil {
			s.Release()
		}
	}
	if z, _ := d.GetDepthStencilSurface(); z != nil {
		fmt.Fprintf(b, "\ndepth: %p", z)
		z.Release()
	}
	view, _ := d.GetViewport()
	scissor, _ := d.GetScissorRect()
	fvf, _ := d.GetFVF()
	fmt.Fprintf(b, "\nviewport: %v\nscissor: %v\nFVF: %#x", view, scissor, fvf)
	vb, offset, stride, _ := d.GetStreamSource(0)
	ib, _ := d.GetIndices()
	vs, _ := d.GetVertexShader()
	ps, _ := d.GetPixelShader()
	fmt.Fprintf(b, "\nstream: %p %d %d\nindices: %p\nshaders: %p %p\n", vb, offset, stride, ib, vs, ps)
	if vb != nil {
		vb.Release()
	}
	if ib != nil {
		ib.Release()
	}
	if vs != nil {
		vs.Release()
	}
	if ps != nil {
		ps.Release()
	}
	consts := make([]float32, 16)
	_ = d.GetPixelShaderConstantF(0, consts)
	fmt.Fprintf(b, "constants: %v\n", consts)
}

func firstDifference(a, b string) string {
	as, bs := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range as {
		if i < len(bs) && as[i] != bs[i] {
			return fmt.Sprintf("before: %s\nafter:  %s", as[i], bs[i])
		}
	}
	return "the number of lines"
}

// dispose releases everything, over and over until nothing has a reference, but the first two devices and Direct3D objects.
func (p *player) dispose() {
	for _, o := range p.objects[reflect.TypeFor[*device.Device]()][2:] {
		for o.Interface().(*device.Device).Release() > 0 {
		}
	}
	devices := []reflect.Type{reflect.TypeFor[*device.Device](), reflect.TypeFor[*device.Direct3D]()}
	for _, kind := range p.implementing(reflect.TypeFor[any]()) {
		if slices.Contains(devices, kind) {
			continue
		}
		for _, o := range p.objects[kind] {
			release := o.MethodByName("Release")
			if !release.IsValid() {
				continue
			}
			for range 64 {
				if release.Call(nil)[0].Uint() == 0 {
					break
				}
			}
		}
	}
}

// sequences is how many random sequences are played: many with D3D9VK_SOAK=1.
func sequences(long, short int) int {
	if os.Getenv("D3D9VK_SOAK") == "1" {
		return long
	}
	if testing.Short() {
		return short / 4
	}
	return short
}

// TestRandomCalls plays random sequences of calls on the real device: whatever is called in whatever order with whatever
// arguments, nothing panics, no message of the validation layer appears, and a call that fails changes no state.
func TestRandomCalls(t *testing.T) {
	d3d := gpuenv.Open(t, device.Options{})
	d := gpuenv.NewDevice(t, d3d)
	setChecks(t, sequences(10000, 200))
	rapid.Check(t, func(rt *rapid.T) {
		play(rt, d3d, d, rapid.IntRange(1, 40).Draw(rt, "calls"))
		reset(rt, d)
		gpuenv.Messages(t)
	})
}

package device_test

import (
	"testing"
	"unsafe"

	"d3d9vk/d3d9"
	"d3d9vk/device"
)

func TestTexelsMeetPixels(t *testing.T) {
	s := newScene(t, device.Options{})
	s.shaders("", sceneTexel)
	var texels [sceneSize * sceneSize]uint32
	for i := range texels {
		texels[i] = 0xff000000 | uint32(i)*2654435761&0xffffff
	}
	s.texture(0, sceneSize, texels[:]...)
	s.full(.5, 0)
	for i, p := range s.back() {
		if p != texels[i] {
			t.Fatalf("OT-5: pixel %d is %08x, its texel %08x", i, p, texels[i])
		}
	}
}

func TestAddressing(t *testing.T) {
	s := newScene(t, device.Options{})
	s.shaders("", "ps_3_0\ndcl_texcoord v0\ndcl_2d s0\nmov r0, v0\nadd r0, r0, c0\ntexld r0, r0, s0\nmov oC0, r0\n")
	s.texture(0, 2, 0xffff0000, 0xff00ff00)
	must(t, s.SetSamplerState(0, d3d9.SAMP_BORDERCOLOR, 0xff0000ff))
	const r, g, b = 0xffff0000, 0xff00ff00, 0xff0000ff
	for _, c := range []struct {
		mode uint32
		want [4]uint32 // at u = -0.75, -0.25, 1.25, 2.25
	}{
		{d3d9.TADDRESS_WRAP, [4]uint32{r, g, r, r}}, {d3d9.TADDRESS_MIRROR, [4]uint32{g, r, g, r}}, {d3d9.TADDRESS_CLAMP, [4]uint32{r, r, g, g}},
		{d3d9.TADDRESS_BORDER, [4]uint32{b, b, b, b}}, {d3d9.TADDRESS_MIRRORONCE, [4]uint32{g, r, g, g}},
	} {
		caps, _ := s.GetDeviceCaps()
		if c.mode == d3d9.TADDRESS_BORDER && caps.TextureAddressCaps&d3d9.PTADDRESSCAPS_BORDER == 0 || c.mode == d3d9.TADDRESS_MIRRORONCE && caps.TextureAddressCaps&d3d9.PTADDRESSCAPS_MIRRORONCE == 0 {
			continue
		}
		must(t, s.SetSamplerState(0, d3d9.SAMP_ADDRESSU, c.mode))
		for i, u := range []float32{-.75, -.25, 1.25, 2.25} {
			s.reset()
			must(t, s.SetPixelShaderConstantF(0, []float32{u - 10.5/sceneSize, 0, 0, 0}))
			s.full(.5, 0)
			s.want("OT-5", s.back(), 10, 10, c.want[i])
		}
	}
}

func TestCubeAndVolumeTextures(t *testing.T) {
	s := newScene(t, device.Options{})
	cube, err := s.CreateCubeTexture(1, 1, 0, d3d9.FMT_A8R8G8B8, d3d9.POOL_MANAGED, 0)
	must(t, err)
	defer cube.Release()
	for face := range d3d9.CUBEMAP_FACES(6) {
		r, err := cube.LockRect(face, 0, nil, 0)
		must(t, err)
		r.SetAllBytes([]byte{0, 0, byte(face) * 40, 255}, 4)
		must(t, cube.UnlockRect(face, 0))
	}
	s.shaders("", "ps_3_0\ndcl_cube s0\nmov r0, c0\ntexld r0, r0, s0\nmov oC0, r0\n")
	must(t, s.SetTexture(0, cube))
	for face, dir := range [][]float32{{1, 0, 0, 0}, {-1, 0, 0, 0}, {0, 1, 0, 0}, {0, -1, 0, 0}, {0, 0, 1, 0}, {0, 0, -1, 0}} {
		s.reset()
		must(t, s.SetPixelShaderConstantF(0, dir))
		s.full(.5, 0)
		s.want("cube", s.back(), 10, 10, 0xff000000|uint32(face)*40<<16)
	}
	volume, err := s.CreateVolumeTexture(1, 1, 4, 1, 0, d3d9.FMT_A8R8G8B8, d3d9.POOL_MANAGED, 0)
	must(t, err)
	defer volume.Release()
	box, err := volume.LockBox(0, nil, 0)
	must(t, err)
	for z := range 4 {
		p := box.PBits + uintptr(z)*uintptr(box.SlicePitch)
		**(**uint32)(unsafe.Pointer(&p)) = 0xff000000 | uint32(z+1)*40
	}
	must(t, volume.UnlockBox(0), s.SetTexture(0, volume))
	s.reset()
	s.full(.5, 0)
	s.want("a volume where the shader declares a cube", s.back(), 10, 10, 0xff000000)
	s.shaders("", "ps_3_0\ndcl_volume s0\nmov r0, c0\ntexld r0, r0, s0\nmov oC0, r0\n")
	for z := range 4 {
		s.reset()
		must(t, s.SetPixelShaderConstantF(0, []float32{.5, .5, (float32(z) + .5) / 4, 0}))
		s.full(.5, 0)
		s.want("volume", s.back(), 10, 10, 0xff000000|uint32(z+1)*40)
	}
}

func TestUnboundSamplersReadBlack(t *testing.T) {
	s := newScene(t, device.Options{})
	for _, dim := range []string{"2d", "cube", "volume"} {
		s.shaders("", "ps_3_0\ndcl_"+dim+" s5\nmov r0, c0\ntexld r0, r0, s5\nmov oC0, r0\n")
		must(t, s.Clear(nil, d3d9.CLEAR_TARGET|d3d9.CLEAR_ZBUFFER, 0x12345678, 1, 0))
		s.full(.5, 0)
		s.want(dim, s.back(), 10, 10, 0xff000000)
	}
}

func TestTextureChangesBetweenDraws(t *testing.T) {
	s := newScene(t, device.Options{})
	s.shaders("", sceneTexel)
	tex := s.texture(0, 1, 0xffff0000)
	tex.AddRef()
	defer tex.Release()
	s.rect(0, 0, 32, 64, .5, 0)
	s.fill(tex, 1, 0xff00ff00)
	s.rect(32, 0, 64, 64, .5, 0)
	w := s.back()
	s.want("before the change", w, 10, 10, 0xffff0000)
	s.want("after it", w, 50, 10, 0xff00ff00)
}

func TestMipmaps(t *testing.T) {
	s := newScene(t, device.Options{})
	s.shaders("", "ps_3_0\ndcl_2d s0\nmov r0, c0\ntexldl r0, r0, s0\nmov oC0, r0\n")
	tex, err := s.CreateTexture(4, 4, 3, 0, d3d9.FMT_A8R8G8B8, d3d9.POOL_MANAGED, 0)
	must(t, err)
	defer tex.Release()
	for level := range uint(3) {
		r, err := tex.LockRect(level, nil, 0)
		must(t, err)
		for y := range 4 >> level {
			row := r.PBits + uintptr(y)*uintptr(r.Pitch)
			for x := range unsafe.Slice(*(**uint32)(unsafe.Pointer(&row)), 4>>level) {
				unsafe.Slice(*(**uint32)(unsafe.Pointer(&row)), 4>>level)[x] = 0xff000000 | uint32(level+1)*60
			}
		}
		must(t, tex.UnlockRect(level))
	}
	must(t, s.SetTexture(0, tex))
	at := func(name string, lod float32, level uint32) {
		t.Helper()
		s.reset()
		must(t, s.SetPixelShaderConstantF(0, []float32{.5, .5, 0, lod}))
		s.full(.5, 0)
		s.want(name, s.back(), 10, 10, 0xff000000|(level+1)*60)
	}
	at("MIPFILTER NONE", 2, 0)
	must(t, s.SetSamplerState(0, d3d9.SAMP_MIPFILTER, d3d9.TEXF_POINT))
	at("MIPFILTER POINT", 2, 2)
	at("MIPFILTER POINT", 1, 1)
	must(t, s.SetSamplerState(0, d3d9.SAMP_MAXMIPLEVEL, 1))
	at("MAXMIPLEVEL 1", 0, 1)
	must(t, s.SetSamplerState(0, d3d9.SAMP_MAXMIPLEVEL, 9))
	at("MAXMIPLEVEL beyond the last", 0, 2)
	must(t, s.SetSamplerState(0, d3d9.SAMP_MIPFILTER, d3d9.TEXF_NONE))
	at("MAXMIPLEVEL without mip filter", 0, 0)
	tex.SetLOD(1)
	at("SetLOD", 0, 1)
}

func TestSampledTarget(t *testing.T) {
	s := newScene(t, device.Options{})
	tex, err := s.CreateTexture(sceneSize, sceneSize, 1, d3d9.USAGE_RENDERTARGET, d3d9.FMT_A8R8G8B8, d3d9.POOL_DEFAULT, 0)
	must(t, err)
	defer tex.Release()
	level, err := tex.GetSurfaceLevel(0)
	must(t, err)
	defer level.Release()
	must(t, s.SetRenderTarget(0, level), s.SetDepthStencilSurface(nil), s.Clear(nil, d3d9.CLEAR_TARGET, 0x00000001, 1, 0), s.SetTexture(0, tex))
	s.shaders("", "ps_3_0\ndcl_texcoord v0\ndcl_2d s0\ntexld r0, v0, s0\nadd r0, r0, r0\nmov oC0, r0\n")
	for range 5 {
		s.full(.5, 0) // doubles what is there
	}
	w, _ := pixels(t, s.Device, level)
	for i, p := range w {
		if p != 32 {
			t.Fatalf("pixel %d is %08x after five draws that double it from 1", i, p)
		}
	}
}

func TestVertexTexture(t *testing.T) {
	s := newScene(t, device.Options{})
	s.shaders("vs_3_0\ndcl_position v0\ndcl_2d s1\ndcl_position o0\ndcl_color o1\nmov o0, v0\ntexldl r0, c0, s1\nmov o1, r0\n", scenePixel)
	s.texture(d3d9.VERTEXTEXTURESAMPLER1, 1, 0xff123456)
	s.full(.5, 0)
	s.want("vertex texture", s.back(), 10, 10, 0xff123456)
}

func TestVertexElementTypes(t *testing.T) {
	s := newScene(t, device.Options{})
	s.shaders("vs_3_0\ndcl_position v0\ndcl_texcoord v1\ndcl_position o0\ndcl_color o1\nmov o0, v0\nmul o1, v1, c0\n", scenePixel)
	type v struct {
		x, y, z, w float32
		data       [16]byte
	}
	for _, c := range []struct {
		typ   d3d9.DECLTYPE
		data  []byte
		scale [4]float32
		want  uint32
	}{
		{d3d9.DECLTYPE_D3DCOLOR, []byte{0x30, 0x20, 0x10, 0x40}, [4]float32{1, 1, 1, 1}, 0x40102030},
		{d3d9.DECLTYPE_UBYTE4N, []byte{0x10, 0x20, 0x30, 0x40}, [4]float32{1, 1, 1, 1}, 0x40102030},
		{d3d9.DECLTYPE_UBYTE4, []byte{0x10, 0x20, 0x30, 0x40}, [4]float32{1. / 255, 1. / 255, 1. / 255, 1. / 255}, 0x40102030},
		{d3d9.DECLTYPE_SHORT2, []byte{0x10, 0, 0x20, 0}, [4]float32{1. / 255, 1. / 255, 1, 1}, 0xff102000},
		{d3d9.DECLTYPE_FLOAT16_2, []byte{0, 0x38, 0, 0x3c}, [4]float32{1, 1, 1, 1}, 0xff80ff00},
		{d3d9.DECLTYPE_FLOAT1, []byte{0, 0, 0x80, 0x3f}, [4]float32{1, 1, 1, 1}, 0xffff0000},
	} {
		decl, err := s.CreateVertexDeclaration([]d3d9.VERTEXELEMENT{
			{Type: d3d9.DECLTYPE_FLOAT4, Usage: d3d9.DECLUSAGE_POSITION}, {Offset: 16, Type: c.typ, Usage: d3d9.DECLUSAGE_TEXCOORD}, d3d9.DeclEnd()})
		must(t, err, s.SetVertexDeclaration(decl), s.SetVertexShaderConstantF(0, c.scale[:]))
		decl.Release()
		quad := []v{{x: -2, y: 2, z: .5, w: 1}, {x: 2, y: 2, z: .5, w: 1}, {x: -2, y: -2, z: .5, w: 1}, {x: 2, y: -2, z: .5, w: 1}}
		for i := range quad {
			copy(quad[i].data[:], c.data)
		}
		s.reset()
		must(t, s.DrawPrimitiveUP(d3d9.PT_TRIANGLESTRIP, 2, uintptr(unsafe.Pointer(&quad[0])), uint(unsafe.Sizeof(quad[0]))))
		s.want(c.typ.String(), s.back(), 10, 10, c.want)
	}
	s.shaders("vs_3_0\ndcl_position v0\ndcl_texcoord7 v1\ndcl_position o0\ndcl_color o1\nmov o0, v0\nmov o1, v1\n", scenePixel)
	s.reset()
	s.full(.5, 0)
	s.want("an input without an element", s.back(), 10, 10, 0xff000000)
}

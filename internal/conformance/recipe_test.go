package conformance

import (
	"reflect"
	"unsafe"

	"pgregory.net/rapid"

	"d3d9vk/d3d9"
)

// recipes make arguments that a call would take, so that random sequences get somewhere. An argument that is nil is made by its type.
var recipes = map[string]func(p *player) []any{
	"Device.CreateTexture": func(p *player) []any {
		usage, format, pool := p.resource()
		return []any{p.size(), p.size(), p.pick(0, 1, 2), usage, format, pool, 0}
	},
	"Device.CreateCubeTexture": func(p *player) []any {
		usage, format, pool := p.resource()
		return []any{p.size(), p.pick(0, 1, 2), usage, format, pool, 0}
	},
	"Device.CreateVolumeTexture": func(p *player) []any {
		return []any{p.size(), p.size(), p.size(), p.pick(0, 1, 2), 0, d3d9.FMT_A8R8G8B8, p.pick(d3d9.POOL_DEFAULT, d3d9.POOL_MANAGED, d3d9.POOL_SYSTEMMEM), 0}
	},
	"Device.CreateRenderTarget": func(p *player) []any {
		_, format, _ := p.resource()
		return []any{p.size(), p.size(), format, p.pick(0, 0, 4), 0, p.pick(0, 1) == 1, 0}
	},
	"Device.CreateDepthStencilSurface": func(p *player) []any {
		return []any{p.pick(8, 16, 64), p.pick(8, 16, 64), p.pick(d3d9.FMT_D16, d3d9.FMT_D24X8, d3d9.FMT_D24S8), p.pick(0, 0, 4), 0, p.pick(0, 1) == 1, 0}
	},
	"Device.CreateOffscreenPlainSurface": func(p *player) []any {
		_, format, _ := p.resource()
		return []any{p.size(), p.size(), format, p.pick(d3d9.POOL_SYSTEMMEM, d3d9.POOL_DEFAULT, d3d9.POOL_SCRATCH), 0}
	},
	"Device.CreateVertexBuffer": func(p *player) []any {
		return []any{p.pick(64, 1024, 100000), p.pick(0, d3d9.USAGE_DYNAMIC, d3d9.USAGE_WRITEONLY|d3d9.USAGE_DYNAMIC), 0, p.pick(d3d9.POOL_DEFAULT, d3d9.POOL_SYSTEMMEM), 0}
	},
	"Device.CreateIndexBuffer": func(p *player) []any {
		return []any{p.pick(64, 1024), p.pick(0, d3d9.USAGE_DYNAMIC), p.pick(d3d9.FMT_INDEX16, d3d9.FMT_INDEX32), p.pick(d3d9.POOL_DEFAULT, d3d9.POOL_SYSTEMMEM), 0}
	},
	"Device.CreateQuery":     func(p *player) []any { return []any{p.pick(d3d9.QUERYTYPE_EVENT, d3d9.QUERYTYPE_OCCLUSION)} },
	"Device.SetRenderTarget": func(p *player) []any { return []any{p.pick(0, 1, 2, 3), nil} },
	"Device.SetTexture":      func(p *player) []any { return []any{p.pick(0, 1, 15, d3d9.VERTEXTEXTURESAMPLER0), nil} },
	"Device.SetStreamSource": func(p *player) []any { return []any{p.pick(0, 0, 1), nil, p.pick(0, 0, 32), p.pick(32, 16, 0)} },
	"Device.SetIndices":      func(p *player) []any { return []any{nil} },
	"Device.SetVertexShader": func(p *player) []any { return []any{nil} },
	"Device.SetPixelShader":  func(p *player) []any { return []any{nil} },
	"Device.SetStreamSourceFreq": func(p *player) []any {
		return []any{p.pick(0, 1), p.pick(1, 1, d3d9.STREAMSOURCE_INDEXEDDATA|2, d3d9.STREAMSOURCE_INSTANCEDATA|1)}
	},
	"Device.SetRenderState": func(p *player) []any {
		s := rapid.SampledFrom(d3d9.RenderStates).Draw(p.t, "state")
		return []any{s.State, p.pick(0, 1, 2, 3, 5, 8, 15, 255, int64(s.Default))}
	},
	"Device.SetSamplerState": func(p *player) []any {
		s := rapid.SampledFrom(d3d9.SamplerStates).Draw(p.t, "state")
		return []any{p.pick(0, 1), s.State, p.pick(0, 1, 2, 3, 4, 5, 16)}
	},
	"Device.SetViewport": func(p *player) []any {
		return []any{d3d9.VIEWPORT{X: uint32(p.pick(0, 1)), Y: uint32(p.pick(0, 3)), Width: uint32(p.pick(1, 5, 7)), Height: uint32(p.pick(1, 5)), MaxZ: 1}}
	},
	"Device.SetScissorRect": func(p *player) []any {
		return []any{d3d9.RECT{Left: int32(p.pick(0, 1)), Top: int32(p.pick(0, 2)), Right: int32(p.pick(4, 8)), Bottom: int32(p.pick(4, 8))}}
	},
	"Device.SetPixelShaderConstantF":  func(p *player) []any { return []any{p.pick(0, 1, 200), make([]float32, 4*p.pick(1, 2, 24))} },
	"Device.SetVertexShaderConstantF": func(p *player) []any { return []any{p.pick(0, 1, 200), make([]float32, 4*p.pick(1, 2, 24))} },
	"Device.SetPixelShaderConstantB":  func(p *player) []any { return []any{p.pick(0, 1), []int32{int32(p.pick(0, 1))}} },
	"Device.Clear": func(p *player) []any {
		return []any{nil, p.pick(d3d9.CLEAR_TARGET, d3d9.CLEAR_TARGET|d3d9.CLEAR_ZBUFFER, d3d9.CLEAR_STENCIL), nil, float32(p.pick(0, 1)), p.pick(0, 7)}
	},
	"Device.DrawPrimitive": func(p *player) []any { return []any{p.primitive(), p.pick(0, 1), p.pick(0, 1, 4)} },
	"Device.DrawIndexedPrimitive": func(p *player) []any {
		return []any{p.primitive(), p.pick(0, 1), 0, p.pick(4, 16), p.pick(0, 1), p.pick(0, 1, 4)}
	},
	"Device.DrawPrimitiveUP": func(p *player) []any { return []any{p.primitive(), p.pick(1, 4), p.memory(), 32} },
	"Device.DrawIndexedPrimitiveUP": func(p *player) []any {
		return []any{p.primitive(), 0, p.pick(4, 16), p.pick(1, 4), p.memory(), d3d9.FMT_INDEX16, p.memory(), 32}
	},
	"Device.DrawIndexedPrimitiveUPuint16": func(p *player) []any {
		return []any{p.primitive(), 0, p.pick(4, 16), p.pick(1, 2), make([]uint16, 16), p.memory(), 32}
	},
	"Device.BeginScene":          func(p *player) []any { return []any{} },
	"Device.EndScene":            func(p *player) []any { return []any{} },
	"Device.Present":             func(p *player) []any { return []any{(*d3d9.RECT)(nil), (*d3d9.RECT)(nil), 0, (*d3d9.RGNDATA)(nil)} },
	"Device.GetRenderTargetData": func(p *player) []any { return []any{nil, nil} },
	"Device.StretchRect":         func(p *player) []any { return []any{nil, p.rect(), nil, p.rect(), p.pick(0, 1, 2)} },
	"Device.ColorFill":           func(p *player) []any { return []any{nil, p.rect(), nil} },
	"Query.Issue":                func(p *player) []any { return []any{p.pick(d3d9.ISSUE_BEGIN, d3d9.ISSUE_END, d3d9.ISSUE_END)} },
	"Query.GetData":              func(p *player) []any { return []any{make([]byte, 4), p.pick(0, d3d9.GETDATA_FLUSH)} },
	"Surface.LockRect":           func(p *player) []any { return []any{nil, p.pick(0, d3d9.LOCK_READONLY)} },
	"Texture.LockRect":           func(p *player) []any { return []any{p.pick(0, 0, 1), nil, p.pick(0, d3d9.LOCK_READONLY)} },
	"CubeTexture.LockRect":       func(p *player) []any { return []any{p.pick(0, 1, 5), 0, nil, p.pick(0, d3d9.LOCK_READONLY)} },
	"VolumeTexture.LockBox":      func(p *player) []any { return []any{0, nil, p.pick(0, d3d9.LOCK_READONLY)} },
	"Texture.UnlockRect":         func(p *player) []any { return []any{p.pick(0, 0, 1)} },
	"Surface.UnlockRect":         func(p *player) []any { return []any{} },
	"VertexBuffer.Lock":          func(p *player) []any { return []any{0, 0, p.pick(0, d3d9.LOCK_DISCARD, d3d9.LOCK_NOOVERWRITE)} },
	"VertexBuffer.Unlock":        func(p *player) []any { return []any{} },
	"IndexBuffer.Lock":           func(p *player) []any { return []any{p.pick(0, 2), p.pick(0, 4), 0} },
	"IndexBuffer.Unlock":         func(p *player) []any { return []any{} },
	"Texture.GetSurfaceLevel":    func(p *player) []any { return []any{p.pick(0, 1)} },
}

func (p *player) pick(from ...int64) int64 { return rapid.SampledFrom(from).Draw(p.t, "pick") }

func (p *player) size() int64 { return p.pick(1, 4, 8, 13, 16, 64) }

// rect is nil more often than a small rectangle.
func (p *player) rect() *d3d9.RECT {
	if p.pick(0, 0, 1) == 0 {
		return nil
	}
	return &d3d9.RECT{Left: int32(p.pick(0, 1)), Top: int32(p.pick(0, 2)), Right: int32(p.pick(4, 8)), Bottom: int32(p.pick(4, 8))}
}

func (p *player) primitive() int64 { return p.pick(1, 2, 3, 4, 4, 5, 6) }

func (p *player) memory() uintptr { return uintptr(unsafe.Pointer(&p.block[0])) }

// resource is a usage, a format and a pool that often go together.
func (p *player) resource() (usage, format, pool int64) {
	format = rapid.SampledFrom(usefulFormats).Draw(p.t, "format")
	return p.pick(0, 0, d3d9.USAGE_RENDERTARGET, d3d9.USAGE_DYNAMIC), format, p.pick(d3d9.POOL_DEFAULT, d3d9.POOL_DEFAULT, d3d9.POOL_MANAGED, d3d9.POOL_SYSTEMMEM)
}

// arguments makes a call's arguments by its recipe, one of them perhaps spoilt, or by their types.
func (p *player) arguments(name string, method reflect.Type) []reflect.Value {
	var made []any
	if recipe := recipes[name]; recipe != nil && rapid.IntRange(0, 4).Draw(p.t, "by recipe") != 0 {
		made = recipe(p)
		if n := rapid.IntRange(0, 3*len(made)).Draw(p.t, "spoilt"); n < len(made) {
			made[n] = nil
		}
	}
	var args []reflect.Value
	for i := 1; i < method.NumIn(); i++ {
		if t := method.In(i); i <= len(made) && made[i-1] != nil {
			arg := reflect.New(t).Elem()
			arg.Set(reflect.ValueOf(made[i-1]).Convert(t))
			args = append(args, arg)
		} else {
			args = append(args, p.value(t, name+" argument"))
		}
	}
	return args
}

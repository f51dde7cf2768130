package device

import "d3d9vk/d3d9"

// Slots of textures and samplers: s0..s15 of the pixel shader, then s0..s3 of the vertex shader.
const (
	pixelSlots  = 16
	vertexSlots = 4
	slotCount   = pixelSlots + vertexSlots
)

const (
	samplerStateCount = d3d9.SAMP_DMAPOFFSET + 1
	stageStateCount   = d3d9.TSS_CONSTANT + 1
	stageCount        = 8
	streamCount       = 16
	targetCount       = 4
	clipPlaneCount    = 6
)

// state is what Set calls set and draws read, except for the objects in bindings. Its arrays are indexed by the numbers of
// Direct3D 9, so that a front end in another language can fill it directly.
type state struct {
	render     [renderStateCount]uint32
	sampler    [slotCount][samplerStateCount]uint32
	stage      [stageCount][stageStateCount]uint32
	viewport   d3d9.VIEWPORT
	scissor    d3d9.RECT
	planes     [clipPlaneCount][4]float32
	streams    [streamCount]streamState
	vertex     constants
	pixel      constants
	fvf        uint32
	inScene    bool
	clipStatus d3d9.CLIPSTATUS
	nPatches   float32
	software   bool // SetSoftwareVertexProcessing
	fixed      fixedState
	bound      bindings
}

// streamState is where a stream starts in its buffer, the bytes from vertex to vertex, and SetStreamSourceFreq's parameter.
type streamState struct{ offset, stride, freq uint32 }

// bindings are the objects that are set. Each counts a reference of the device's own.
type bindings struct {
	targets  [targetCount]*Surface
	depth    *Surface
	textures [slotCount]*BaseTexture
	streams  [streamCount]*VertexBuffer
	indices  *IndexBuffer
	decl     *declaration
	vertex   *VertexShader
	pixel    *PixelShader
}

// reset sets every state but the bindings to what a new device has. The viewport and scissor follow with the render target.
func (s *state) reset(autoDepthStencil bool) {
	for i := range d3d9.RenderStates {
		number := d3d9.RENDERSTATETYPE(d3d9.RenderStates[i].State)
		s.render[number] = d3d9.DefaultRenderState(number, autoDepthStencil)
	}
	for slot := range s.sampler {
		for i := range d3d9.SamplerStates {
			s.sampler[slot][d3d9.SamplerStates[i].State] = d3d9.SamplerStates[i].Default
		}
	}
	for stage := range s.stage {
		for i := range d3d9.TextureStageStates {
			number := d3d9.TEXTURESTAGESTATETYPE(d3d9.TextureStageStates[i].State)
			s.stage[stage][number] = d3d9.DefaultTextureStageState(uint32(stage), number)
		}
	}
	s.planes = [clipPlaneCount][4]float32{}
	for i := range s.streams {
		s.streams[i] = streamState{freq: 1}
	}
	s.vertex.reset()
	s.pixel.reset()
	s.fvf = 0
	s.inScene = false
	s.clipStatus = d3d9.CLIPSTATUS{ClipIntersection: 0xffffffff}
	s.nPatches = 0
	s.fixed.reset()
}

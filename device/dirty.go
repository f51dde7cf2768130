package device

import "d3d9vk/d3d9"

// dirty is the set of things that changed since they were last put into the list. A draw with an empty set is one record.
type dirty uint32

const (
	dirtyTargets     dirty = 1 << iota // the bound surfaces, and what else decides the pass
	dirtyBlend                         // write masks, blending, the written set of oC#
	dirtyPipeline                      // shaders, their variants, the vertex layout
	dirtyBlendConst                    // BLENDFACTOR
	dirtyRaster                        // culling, fill mode, depth bias
	dirtyDepth                         // depth test
	dirtyStencil                       // stencil test
	dirtyViewport                      // viewport and scissor
	dirtyTopology                      // the primitive type of the last draw
	dirtyStreams                       // vertex buffers
	dirtyIndex                         // index buffer
	dirtyTextures                      // textures and samplers
	dirtyVertexConst                   // c#, i#, b# of the vertex shader
	dirtyVertexState                   // its state block: point size, clip planes
	dirtyPixelConst                    // c#, i#, b# of the pixel shader
	dirtyPixelState                    // its state block: alpha reference, fog
	dirtySteps                         // the last draw was done in several steps, and its last targets are set
	dirtyExplain                       // nothing, but the draw is to be looked at: the one before was refused, or debug mode is on
	dirtyAll         = 1<<iota - 1
)

// renderStateDirty says what a render state is part of. States that only the fixed-function pipeline reads, or that
// today's hardware ignores, have no row: changing one costs nothing.
var renderStateDirty = [renderStateCount]dirty{
	d3d9.RS_ZENABLE:                  dirtyDepth,
	d3d9.RS_ZWRITEENABLE:             dirtyDepth,
	d3d9.RS_ZFUNC:                    dirtyDepth,
	d3d9.RS_FILLMODE:                 dirtyRaster | dirtyPipeline,
	d3d9.RS_CULLMODE:                 dirtyRaster,
	d3d9.RS_DEPTHBIAS:                dirtyRaster,
	d3d9.RS_SLOPESCALEDEPTHBIAS:      dirtyRaster,
	d3d9.RS_SHADEMODE:                dirtyPipeline,
	d3d9.RS_ALPHATESTENABLE:          dirtyPipeline | dirtyPixelState,
	d3d9.RS_ALPHAREF:                 dirtyPixelState,
	d3d9.RS_ALPHAFUNC:                dirtyPipeline | dirtyPixelState,
	d3d9.RS_FOGENABLE:                dirtyPipeline | dirtyPixelState,
	d3d9.RS_FOGCOLOR:                 dirtyPixelState,
	d3d9.RS_FOGTABLEMODE:             dirtyPixelState,
	d3d9.RS_FOGSTART:                 dirtyPixelState,
	d3d9.RS_FOGEND:                   dirtyPixelState,
	d3d9.RS_FOGDENSITY:               dirtyPixelState,
	d3d9.RS_STENCILENABLE:            dirtyStencil,
	d3d9.RS_STENCILFAIL:              dirtyStencil,
	d3d9.RS_STENCILZFAIL:             dirtyStencil,
	d3d9.RS_STENCILPASS:              dirtyStencil,
	d3d9.RS_STENCILFUNC:              dirtyStencil,
	d3d9.RS_STENCILREF:               dirtyStencil,
	d3d9.RS_STENCILMASK:              dirtyStencil,
	d3d9.RS_STENCILWRITEMASK:         dirtyStencil,
	d3d9.RS_TWOSIDEDSTENCILMODE:      dirtyStencil,
	d3d9.RS_CCW_STENCILFAIL:          dirtyStencil,
	d3d9.RS_CCW_STENCILZFAIL:         dirtyStencil,
	d3d9.RS_CCW_STENCILPASS:          dirtyStencil,
	d3d9.RS_CCW_STENCILFUNC:          dirtyStencil,
	d3d9.RS_CLIPPLANEENABLE:          dirtyPipeline | dirtyVertexState,
	d3d9.RS_POINTSIZE:                dirtyVertexState,
	d3d9.RS_POINTSIZE_MIN:            dirtyVertexState,
	d3d9.RS_POINTSIZE_MAX:            dirtyVertexState,
	d3d9.RS_POINTSPRITEENABLE:        dirtyPipeline,
	d3d9.RS_COLORWRITEENABLE:         dirtyBlend,
	d3d9.RS_COLORWRITEENABLE1:        dirtyBlend,
	d3d9.RS_COLORWRITEENABLE2:        dirtyBlend,
	d3d9.RS_COLORWRITEENABLE3:        dirtyBlend,
	d3d9.RS_ALPHABLENDENABLE:         dirtyBlend,
	d3d9.RS_SRCBLEND:                 dirtyBlend,
	d3d9.RS_DESTBLEND:                dirtyBlend,
	d3d9.RS_BLENDOP:                  dirtyBlend,
	d3d9.RS_SEPARATEALPHABLENDENABLE: dirtyBlend,
	d3d9.RS_SRCBLENDALPHA:            dirtyBlend,
	d3d9.RS_DESTBLENDALPHA:           dirtyBlend,
	d3d9.RS_BLENDOPALPHA:             dirtyBlend,
	d3d9.RS_BLENDFACTOR:              dirtyBlendConst,
	d3d9.RS_SRGBWRITEENABLE:          dirtyBlend,
	d3d9.RS_SCISSORTESTENABLE:        dirtyViewport,
	d3d9.RS_MULTISAMPLEMASK:          dirtyPipeline,
	d3d9.RS_WRAP0:                    dirtyPipeline,
	d3d9.RS_WRAP1:                    dirtyPipeline,
	d3d9.RS_WRAP2:                    dirtyPipeline,
	d3d9.RS_WRAP3:                    dirtyPipeline,
	d3d9.RS_WRAP4:                    dirtyPipeline,
	d3d9.RS_WRAP5:                    dirtyPipeline,
	d3d9.RS_WRAP6:                    dirtyPipeline,
	d3d9.RS_WRAP7:                    dirtyPipeline,
	d3d9.RS_WRAP8:                    dirtyPipeline,
	d3d9.RS_WRAP9:                    dirtyPipeline,
	d3d9.RS_WRAP10:                   dirtyPipeline,
	d3d9.RS_WRAP11:                   dirtyPipeline,
	d3d9.RS_WRAP12:                   dirtyPipeline,
	d3d9.RS_WRAP13:                   dirtyPipeline,
	d3d9.RS_WRAP14:                   dirtyPipeline,
	d3d9.RS_WRAP15:                   dirtyPipeline,
}

package device

import (
	"math"
	"math/bits"

	"d3d9vk/d3d9"
	"d3d9vk/translate/emit"
	"d3d9vk/translate/ir"
)

// stageStateDirty says what a texture stage state is part of. Only those that ps_1_x reads have a row.
var stageStateDirty = [stageStateCount]dirty{
	d3d9.TSS_BUMPENVMAT00:          dirtyPixelState,
	d3d9.TSS_BUMPENVMAT01:          dirtyPixelState,
	d3d9.TSS_BUMPENVMAT10:          dirtyPixelState,
	d3d9.TSS_BUMPENVMAT11:          dirtyPixelState,
	d3d9.TSS_BUMPENVLSCALE:         dirtyPixelState,
	d3d9.TSS_BUMPENVLOFFSET:        dirtyPixelState,
	d3d9.TSS_TEXTURETRANSFORMFLAGS: dirtyPipeline,
}

// SetTextureStageState sets a state of stage 0..7. Shaders of ps_1_x read the bump environment and, up to ps_1_3, whether
// TEXTURETRANSFORMFLAGS has TTFF_PROJECTED. Other stages and states are ignored, as on Windows.
func (d *Device) SetTextureStageState(stage uint32, typ d3d9.TEXTURESTAGESTATETYPE, value uint32) d3d9.Error {
	if stage < stageCount && typ < stageStateCount {
		d.lock()
		if d.state.stage[stage][typ] != value {
			d.state.stage[stage][typ] = value
			d.dirty |= stageStateDirty[typ]
		}
		d.unlock()
	}
	return nil
}

// GetTextureStageState returns a state of a texture stage, 0 for a stage or state that SetTextureStageState ignores.
func (d *Device) GetTextureStageState(stage uint32, typ d3d9.TEXTURESTAGESTATETYPE) (value uint32, err d3d9.Error) {
	if stage < stageCount && typ < stageStateCount {
		d.lock()
		value = d.state.stage[stage][typ]
		d.unlock()
	}
	return value, nil
}

// divisors is the component by which the coordinates of a stage with TTFF_PROJECTED are divided, as emit.Stages counts them, by
// the flags' count.
var divisors = [...]uint8{d3d9.TTFF_DISABLE: 3, d3d9.TTFF_COUNT1: 0, d3d9.TTFF_COUNT2: 1, d3d9.TTFF_COUNT3: 2, d3d9.TTFF_COUNT4: 3}

// stages is what the pixel shader must know of the texture stages: nothing, but of ps_1_x.
func (d *Device) stages() (v emit.Stages) {
	ps := d.state.bound.pixel
	for left := uint32(ps.boundDims) | uint32(ps.program.Shader.Projects); left != 0; left &= left - 1 {
		stage := bits.TrailingZeros32(left)
		dim, divisor := ir.Dim2D, uint8(0)
		if ps.boundDims>>stage&1 != 0 {
			dim = d.dimOf(stage)
		}
		flags := d.state.stage[stage][d3d9.TSS_TEXTURETRANSFORMFLAGS]
		count := flags &^ d3d9.TTFF_PROJECTED
		if ps.program.Shader.Projects>>stage&1 != 0 && flags != count && count < uint32(len(divisors)) && dim != ir.DimCube {
			divisor = divisors[count]
		}
		v = v.With(stage, dim, divisor)
	}
	return v
}

// putBumps writes the bump environment of the stages of a mask, as emit's State block has it, and returns how much it wrote.
func (d *Device) putBumps(block [][4]float32, mask uint8) (n int) {
	float := func(stage int, typ d3d9.TEXTURESTAGESTATETYPE) float32 {
		return math.Float32frombits(d.state.stage[stage][typ])
	}
	for ; mask != 0; mask &= mask - 1 {
		s := bits.TrailingZeros8(mask)
		block[n] = [4]float32{float(s, d3d9.TSS_BUMPENVMAT00), float(s, d3d9.TSS_BUMPENVMAT01), float(s, d3d9.TSS_BUMPENVMAT10), float(s, d3d9.TSS_BUMPENVMAT11)}
		block[n+1] = [4]float32{float(s, d3d9.TSS_BUMPENVLSCALE), float(s, d3d9.TSS_BUMPENVLOFFSET)}
		n += emit.PixelBumpSize
	}
	return n
}

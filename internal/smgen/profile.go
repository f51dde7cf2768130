package smgen

import "d3d9vk/translate/sm"

// profile is what a version allows, from Microsoft's pages "Registers" and "Flow Control Nesting Limits" of each version.
type profile struct {
	temps     int  // r# used at most
	inputs    int  // v# of vertex shaders and of ps_3, beside position
	floats    int  // c#
	vPorts    int  // different v# an instruction may read
	cPorts    int  // different c#
	size      int  // statements at most
	slots     int  // instruction slots; of ps_2_0 the arithmetic ones
	dependent int  // texture reads by computed coordinates
	freely    bool // arbitrary swizzles
	abs       bool // the source modifier _abs
	sat       bool // _sat
	addr      bool // a0
	static    bool // if b#, rep or loop, call
	dynamic   bool // if_cmp, break, setp and predicates
	loops     int  // nesting of loop and rep
	calls     int  // nesting of calls
}

// profiles has a row for every version that the general generator makes; ps_1_x programs are of another kind (ps1.go).
var profiles = map[sm.Version]profile{
	sm.VS_1_0:  {temps: 12, inputs: 7, floats: 96, vPorts: 1, cPorts: 1, slots: 128, size: 20, freely: true},
	sm.VS_1_1:  {temps: 12, inputs: 7, floats: 96, vPorts: 1, cPorts: 1, slots: 128, size: 20, freely: true, addr: true},
	sm.VS_2_0:  {temps: 10, inputs: 7, floats: 256, vPorts: 1, cPorts: 1, slots: 256, size: 24, freely: true, addr: true, static: true, loops: 1, calls: 1},
	sm.VS_2_X:  {temps: 10, inputs: 7, floats: 256, vPorts: 1, cPorts: 1, slots: 256, size: 28, freely: true, addr: true, static: true, dynamic: true, loops: 2, calls: 2},
	sm.VS_2_SW: {temps: 10, inputs: 7, floats: 256, vPorts: 1, cPorts: 1, slots: 256, size: 28, freely: true, addr: true, static: true, dynamic: true, loops: 2, calls: 2},
	sm.VS_3_0:  {temps: 16, inputs: 7, floats: 256, vPorts: 1, cPorts: 1, slots: 256, size: 32, freely: true, abs: true, sat: true, addr: true, static: true, dynamic: true, loops: 3, calls: 3},
	sm.VS_3_SW: {temps: 16, inputs: 7, floats: 256, vPorts: 1, cPorts: 1, slots: 256, size: 32, freely: true, abs: true, sat: true, addr: true, static: true, dynamic: true, loops: 3, calls: 3},
	sm.PS_2_0:  {temps: 12, floats: 32, vPorts: 1, cPorts: 2, slots: 64, size: 18, dependent: 3, sat: true},
	sm.PS_2_X:  {temps: 12, floats: 32, vPorts: 1, cPorts: 2, slots: 96, size: 24, dependent: 3, freely: true, sat: true, static: true, dynamic: true, loops: 2, calls: 2},
	sm.PS_2_SW: {temps: 12, floats: 32, vPorts: 1, cPorts: 2, slots: 96, size: 24, dependent: 3, freely: true, sat: true, static: true, dynamic: true, loops: 2, calls: 2},
	sm.PS_3_0:  {temps: 16, inputs: 10, floats: 224, vPorts: 1, cPorts: 2, slots: 256, size: 32, dependent: 9, freely: true, abs: true, sat: true, static: true, dynamic: true, loops: 3, calls: 3},
	sm.PS_3_SW: {temps: 16, inputs: 10, floats: 224, vPorts: 1, cPorts: 2, slots: 256, size: 32, dependent: 9, freely: true, abs: true, sat: true, static: true, dynamic: true, loops: 3, calls: 3},
}

// ps2Swizzles are the source swizzles of ps_2_0.
var ps2Swizzles = [][4]uint8{
	{0, 1, 2, 3}, {0, 0, 0, 0}, {1, 1, 1, 1}, {2, 2, 2, 2}, {3, 3, 3, 3}, {1, 2, 0, 3}, {2, 0, 1, 3}, {3, 2, 1, 0},
}

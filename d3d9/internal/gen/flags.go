package main

// flagSets are the flags that calls, states and parameters take.
var flagSets = []set{
	{
		Name: "USAGE", Flags: true, Doc: "how a resource is used (Create calls), and what CheckDeviceFormat asks (the QUERY ones)",
		Constants: []constant{
			{Name: "USAGE_RENDERTARGET", Value: 0x1},
			{Name: "USAGE_DEPTHSTENCIL", Value: 0x2},
			{Name: "USAGE_WRITEONLY", Value: 0x8},
			{Name: "USAGE_SOFTWAREPROCESSING", Value: 0x10},
			{Name: "USAGE_DONOTCLIP", Value: 0x20},
			{Name: "USAGE_POINTS", Value: 0x40},
			{Name: "USAGE_RTPATCHES", Value: 0x80},
			{Name: "USAGE_NPATCHES", Value: 0x100},
			{Name: "USAGE_DYNAMIC", Value: 0x200},
			{Name: "USAGE_AUTOGENMIPMAP", Value: 0x400},
			{Name: "USAGE_RESTRICTED_CONTENT", Value: 0x800},
			{Name: "USAGE_RESTRICT_SHARED_RESOURCE_DRIVER", Value: 0x1000},
			{Name: "USAGE_RESTRICT_SHARED_RESOURCE", Value: 0x2000},
			{Name: "USAGE_DMAP", Value: 0x4000},
			{Name: "USAGE_QUERY_LEGACYBUMPMAP", Value: 0x8000},
			{Name: "USAGE_QUERY_SRGBREAD", Value: 0x10000},
			{Name: "USAGE_QUERY_FILTER", Value: 0x20000},
			{Name: "USAGE_QUERY_SRGBWRITE", Value: 0x40000},
			{Name: "USAGE_QUERY_POSTPIXELSHADER_BLENDING", Value: 0x80000},
			{Name: "USAGE_QUERY_VERTEXTEXTURE", Value: 0x100000},
			{Name: "USAGE_QUERY_WRAPANDMIP", Value: 0x200000},
			{Name: "USAGE_NONSECURE", Value: 0x800000},
			{Name: "USAGE_TEXTAPI", Value: 0x10000000},
		},
	},
	{
		Name: "LOCK", Flags: true, Doc: "the flags of Lock, LockRect and LockBox",
		Constants: []constant{
			{Name: "LOCK_READONLY", Value: 0x10},
			{Name: "LOCK_NOSYSLOCK", Value: 0x800},
			{Name: "LOCK_NOOVERWRITE", Value: 0x1000},
			{Name: "LOCK_DISCARD", Value: 0x2000},
			{Name: "LOCK_DONOTWAIT", Value: 0x4000},
			{Name: "LOCK_NO_DIRTY_UPDATE", Value: 0x8000},
		},
	},
	{
		Name: "CLEAR", Flags: true, Doc: "what Clear clears",
		Constants: []constant{
			{Name: "CLEAR_TARGET", Value: 0x1},
			{Name: "CLEAR_ZBUFFER", Value: 0x2},
			{Name: "CLEAR_STENCIL", Value: 0x4},
		},
	},
	{
		Name: "CREATE", Flags: true, Doc: "the behaviour flags of CreateDevice",
		Constants: []constant{
			{Name: "CREATE_FPU_PRESERVE", Value: 0x2},
			{Name: "CREATE_MULTITHREADED", Value: 0x4},
			{Name: "CREATE_PUREDEVICE", Value: 0x10},
			{Name: "CREATE_SOFTWARE_VERTEXPROCESSING", Value: 0x20},
			{Name: "CREATE_HARDWARE_VERTEXPROCESSING", Value: 0x40},
			{Name: "CREATE_MIXED_VERTEXPROCESSING", Value: 0x80},
			{Name: "CREATE_ADAPTERGROUP_DEVICE", Value: 0x200},
			{Name: "CREATE_DISABLE_DRIVER_MANAGEMENT", Value: 0x100},
			{Name: "CREATE_DISABLE_DRIVER_MANAGEMENT_EX", Value: 0x400},
			{Name: "CREATE_NOWINDOWCHANGES", Value: 0x800},
			{Name: "CREATE_DISABLE_PSGP_THREADING", Value: 0x2000},
			{Name: "CREATE_ENABLE_PRESENTSTATS", Value: 0x4000},
			{Name: "CREATE_DISABLE_PRINTSCREEN", Value: 0x8000},
			{Name: "CREATE_SCREENSAVER", Value: 0x10000000},
		},
	},
	{
		Name: "CS", Flags: true, Doc: "the planes of CLIPSTATUS.ClipUnion and CLIPSTATUS.ClipIntersection",
		Constants: []constant{
			{Name: "CS_LEFT", Value: 0x1},
			{Name: "CS_RIGHT", Value: 0x2},
			{Name: "CS_TOP", Value: 0x4},
			{Name: "CS_BOTTOM", Value: 0x8},
			{Name: "CS_FRONT", Value: 0x10},
			{Name: "CS_BACK", Value: 0x20},
			{Name: "CS_PLANE0", Value: 0x40},
			{Name: "CS_PLANE1", Value: 0x80},
			{Name: "CS_PLANE2", Value: 0x100},
			{Name: "CS_PLANE3", Value: 0x200},
			{Name: "CS_PLANE4", Value: 0x400},
			{Name: "CS_PLANE5", Value: 0x800},
			{Name: "CS_ALL", Value: 0xfff},
		},
	},
	{
		Name: "CLIPPLANE", Flags: true, Doc: "the planes that RS_CLIPPLANEENABLE enables",
		Constants: []constant{
			{Name: "CLIPPLANE0", Value: 0x1},
			{Name: "CLIPPLANE1", Value: 0x2},
			{Name: "CLIPPLANE2", Value: 0x4},
			{Name: "CLIPPLANE3", Value: 0x8},
			{Name: "CLIPPLANE4", Value: 0x10},
			{Name: "CLIPPLANE5", Value: 0x20},
		},
	},
	{
		Name: "PRESENT_INTERVAL", Flags: true, Doc: "the vertical blanks that Present waits for (PRESENT_PARAMETERS.PresentationInterval, CAPS.PresentationIntervals)",
		Constants: []constant{
			{Name: "PRESENT_INTERVAL_DEFAULT", Value: 0x0},
			{Name: "PRESENT_INTERVAL_ONE", Value: 0x1},
			{Name: "PRESENT_INTERVAL_TWO", Value: 0x2},
			{Name: "PRESENT_INTERVAL_THREE", Value: 0x4},
			{Name: "PRESENT_INTERVAL_FOUR", Value: 0x8},
			{Name: "PRESENT_INTERVAL_IMMEDIATE", Value: 0x80000000},
		},
	},
	{
		Name: "PRESENTFLAG", Flags: true, Doc: "the bits of PRESENT_PARAMETERS.Flags",
		Constants: []constant{
			{Name: "PRESENTFLAG_LOCKABLE_BACKBUFFER", Value: 0x1},
			{Name: "PRESENTFLAG_DISCARD_DEPTHSTENCIL", Value: 0x2},
			{Name: "PRESENTFLAG_DEVICECLIP", Value: 0x4},
			{Name: "PRESENTFLAG_VIDEO", Value: 0x10},
			{Name: "PRESENTFLAG_NOAUTOROTATE", Value: 0x20},
			{Name: "PRESENTFLAG_UNPRUNEDMODE", Value: 0x40},
			{Name: "PRESENTFLAG_OVERLAY_LIMITEDRGB", Value: 0x80},
			{Name: "PRESENTFLAG_OVERLAY_YCbCr_BT709", Value: 0x100},
			{Name: "PRESENTFLAG_OVERLAY_YCbCr_xvYCC", Value: 0x200},
			{Name: "PRESENTFLAG_RESTRICTED_CONTENT", Value: 0x400},
			{Name: "PRESENTFLAG_RESTRICT_SHARED_RESOURCE_DRIVER", Value: 0x800},
		},
	},
	{
		Name: "PRESENT", Flags: true, Doc: "the flags of SwapChain.Present",
		Constants: []constant{
			{Name: "PRESENT_DONOTWAIT", Value: 0x1},
			{Name: "PRESENT_LINEAR_CONTENT", Value: 0x2},
			{Name: "PRESENT_DONOTFLIP", Value: 0x4},
			{Name: "PRESENT_FLIPRESTART", Value: 0x8},
			{Name: "PRESENT_VIDEO_RESTRICT_TO_MONITOR", Value: 0x10},
			{Name: "PRESENT_UPDATEOVERLAYONLY", Value: 0x20},
			{Name: "PRESENT_HIDEOVERLAY", Value: 0x40},
			{Name: "PRESENT_UPDATECOLORKEY", Value: 0x80},
			{Name: "PRESENT_FORCEIMMEDIATE", Value: 0x100},
		},
	},
	{
		Name: "COLORWRITEENABLE", Flags: true, Doc: "the channels of RS_COLORWRITEENABLE and RS_COLORWRITEENABLE1 to 3",
		Constants: []constant{
			{Name: "COLORWRITEENABLE_RED", Value: 0x1},
			{Name: "COLORWRITEENABLE_GREEN", Value: 0x2},
			{Name: "COLORWRITEENABLE_BLUE", Value: 0x4},
			{Name: "COLORWRITEENABLE_ALPHA", Value: 0x8},
		},
	},
	{
		Name: "WRAP", Flags: true, Doc: "the coordinates that RS_WRAP0 to RS_WRAP15 wrap the short way round",
		Constants: []constant{
			{Name: "WRAP_U", Value: 0x1},
			{Name: "WRAPCOORD_0", Value: 0x1},
			{Name: "WRAP_V", Value: 0x2},
			{Name: "WRAPCOORD_1", Value: 0x2},
			{Name: "WRAP_W", Value: 0x4},
			{Name: "WRAPCOORD_2", Value: 0x4},
			{Name: "WRAPCOORD_3", Value: 0x8},
		},
	},
	{
		Name: "ISSUE", Flags: true, Doc: "the flags of Query.Issue",
		Constants: []constant{
			{Name: "ISSUE_END", Value: 0x1},
			{Name: "ISSUE_BEGIN", Value: 0x2},
		},
	},
	{
		Name: "GETDATA", Flags: true, Doc: "the flags of Query.GetData",
		Constants: []constant{
			{Name: "GETDATA_FLUSH", Value: 0x1},
		},
	},
	{
		Name: "SGR", Flags: true, Doc: "the flags of SetGammaRamp",
		Constants: []constant{
			{Name: "SGR_NO_CALIBRATION", Value: 0x0},
			{Name: "SGR_CALIBRATE", Value: 0x1},
		},
	},
	{
		Name: "STREAMSOURCE", Flags: true, Doc: "the top bits of SetStreamSourceFreq",
		Constants: []constant{
			{Name: "STREAMSOURCE_INDEXEDDATA", Value: 0x40000000},
			{Name: "STREAMSOURCE_INSTANCEDATA", Value: 0x80000000},
		},
	},
	{
		Name: "ENUM", Flags: true, Doc: "the flags of GetAdapterIdentifier and Create",
		Constants: []constant{
			{Name: "ENUM_WHQL_LEVEL", Value: 0x2},
		},
	},
	{
		Name: "CURSOR", Flags: true, Doc: "the flags of SetCursorPosition",
		Constants: []constant{
			{Name: "CURSOR_IMMEDIATE_UPDATE", Value: 0x1},
		},
	},
	{
		Name: "SPD", Flags: true, Doc: "the flags of SetPrivateData",
		Constants: []constant{
			{Name: "SPD_IUNKNOWN", Value: 0x1},
		},
	},
	{
		Name: "PV", Flags: true, Doc: "the flags of ProcessVertices",
		Constants: []constant{
			{Name: "PV_DONOTCOPYDATA", Value: 0x1},
		},
	},
}

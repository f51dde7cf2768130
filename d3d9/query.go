package d3d9

// DEVINFO_D3D9BANDWIDTHTIMINGS answers QUERYTYPE_BANDWIDTHTIMINGS.
type DEVINFO_D3D9BANDWIDTHTIMINGS struct {
	MaxBandwidthUtilized                float32
	FrontEndUploadMemoryUtilizedPercent float32
	VertexRateUtilizedPercent           float32
	TriangleSetupRateUtilizedPercent    float32
	FillRateUtilizedPercent             float32
}

// DEVINFO_D3D9CACHEUTILIZATION answers QUERYTYPE_CACHEUTILIZATION.
type DEVINFO_D3D9CACHEUTILIZATION struct {
	TextureCacheHitRate             float32
	PostTransformVertexCacheHitRate float32
}

// DEVINFO_D3D9INTERFACETIMINGS answers QUERYTYPE_INTERFACETIMINGS.
type DEVINFO_D3D9INTERFACETIMINGS struct {
	WaitingForGPUToUseApplicationResourceTimePercent float32
	WaitingForGPUToAcceptMoreCommandsTimePercent     float32
	WaitingForGPUToStayWithinLatencyTimePercent      float32
	WaitingForGPUExclusiveResourceTimePercent        float32
	WaitingForGPUOtherTimePercent                    float32
}

// DEVINFO_D3D9PIPELINETIMINGS answers QUERYTYPE_PIPELINETIMINGS.
type DEVINFO_D3D9PIPELINETIMINGS struct {
	VertexProcessingTimePercent   float32
	PixelProcessingTimePercent    float32
	OtherGPUProcessingTimePercent float32
	GPUIdleTimePercent            float32
}

// DEVINFO_D3D9STAGETIMINGS answers QUERYTYPE_VERTEXTIMINGS and QUERYTYPE_PIXELTIMINGS.
type DEVINFO_D3D9STAGETIMINGS struct {
	MemoryProcessingPercent      float32
	ComputationProcessingPercent float32
}

// DEVINFO_D3DVERTEXSTATS answers QUERYTYPE_VERTEXSTATS.
type DEVINFO_D3DVERTEXSTATS struct {
	NumRenderedTriangles      uint32
	NumExtraClippingTriangles uint32
}

// DEVINFO_VCACHE answers QUERYTYPE_VCACHE.
type DEVINFO_VCACHE struct {
	Pattern     uint32
	OptMethod   uint32
	CacheSize   uint32
	MagicNumber uint32
}

// RESOURCESTATS answers QUERYTYPE_RESOURCEMANAGER for one kind of resource.
type RESOURCESTATS struct {
	BThrashing            uint32
	ApproxBytesDownloaded uint32
	NumEvicts             uint32
	NumVidCreates         uint32
	LastPri               uint32
	NumUsed               uint32
	NumUsedInVidMem       uint32
	WorkingSet            uint32
	WorkingSetBytes       uint32
	TotalManaged          uint32
	TotalBytes            uint32
}

package vk

// #include <stdlib.h>
// #include "shim.h"
import "C"

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"unsafe"

	vk "github.com/vulkan-go/vulkan"
)

// pipelineCache is Vulkan's cache of compiled pipelines and the file that keeps it between runs.
type pipelineCache struct {
	handle vk.PipelineCache
	path   string // "" = no file
	loaded [sha256.Size]byte
}

// A cache file is cacheMagic, the SHA-256 of the rest, and the driver's data. Drivers need not survive data that is not theirs, so a
// file whose sum or header differs is not handed to them.
const cacheMagic = "d3d9vk pipelines 1\n"

func (d *Device) openCache(dir string) error {
	if dir == "" {
		if user, err := os.UserCacheDir(); err == nil {
			dir = filepath.Join(user, "d3d9vk")
		} else {
			dir = "-"
		}
	}
	var data []byte
	if dir != "-" {
		a := d.adapter
		d.cache.path = filepath.Join(dir, fmt.Sprintf("pipelines-%08x-%08x-%08x-%x", a.VendorID, a.DeviceID, a.DriverVersion, a.UUID))
		data = d.readCache()
		d.cache.loaded = sha256.Sum256(data)
	}
	info := vk.PipelineCacheCreateInfo{SType: vk.StructureTypePipelineCacheCreateInfo}
	if len(data) > 0 {
		c := C.CBytes(data)
		defer C.free(c)
		info.InitialDataSize, info.PInitialData = uint(len(data)), c
	}
	handle, r := create(d.handle, info, vk.CreatePipelineCache)
	if r < 0 {
		return d.result("Open: vkCreatePipelineCache", int32(r), "")
	}
	d.cache.handle = handle
	C.vkx_device_set_cache(d.c, C.VkPipelineCache(unsafe.Pointer(handle)))
	return nil
}

// readCache returns the driver's data of the file, or nil when it is missing, damaged or another driver's.
func (d *Device) readCache() []byte {
	file, err := os.ReadFile(d.cache.path)
	if err != nil {
		return nil
	}
	rest, ok := bytes.CutPrefix(file, []byte(cacheMagic))
	if !ok || len(rest) < sha256.Size {
		return nil
	}
	data := rest[sha256.Size:]
	if sum := sha256.Sum256(data); !bytes.Equal(sum[:], rest[:sha256.Size]) || len(data) < 32 {
		return nil
	}
	header := func(at int) uint32 { return binary.LittleEndian.Uint32(data[at:]) }
	if header(4) != 1 || header(8) != d.adapter.VendorID || header(12) != d.adapter.DeviceID {
		return nil
	}
	return data
}

// saveCache writes the file anew when there is something new: to a name of its own first, so that readers and crashes see the old or the
// new one whole.
func (d *Device) saveCache() {
	if d.cache.path == "" || d.cache.handle == nil {
		return
	}
	var size C.size_t
	p := C.vkx_pipeline_cache_data(d.c, C.VkPipelineCache(unsafe.Pointer(d.cache.handle)), &size)
	if p == nil {
		return
	}
	data := C.GoBytes(p, C.int(size))
	C.free(p)
	sum := sha256.Sum256(data)
	if sum == d.cache.loaded {
		return
	}
	writeCache(d.cache.path, sum, data) // a folder that cannot be written costs time at the next start and nothing else
}

func writeCache(path string, sum [sha256.Size]byte, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), "pipelines-*.tmp")
	if err != nil {
		return err
	}
	_, err = f.Write(bytes.Join([][]byte{[]byte(cacheMagic), sum[:], data}, nil))
	if e := f.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

package vk

// #include <stdlib.h>
// #include "shim.h"
import "C"

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"unsafe"

	vk "github.com/vulkan-go/vulkan"

	"d3d9vk/internal/gpu"
)

// layerFaults are messages that the validation layer sends without cause: their id, a part of their text, and why they are wrong. The
// list may only shrink.
var layerFaults = []struct {
	id, part string
	alike    bool // only on a device without independentBlend
	proof    string
}{
	{
		"UNASSIGNED-CoreValidation-Shader-InputNotProduced", "not written by fragment shader; undefined values will be written to attachment", true,
		"VkPipelineColorBlendStateCreateInfo: without independentBlend all elements of pAttachments are identical, also those of unused attachments, " +
			"to which nothing is written; package mrt attaches only what the shader writes then; seen in layer 1.3.239",
	},
	{
		"UNASSIGNED-CoreValidation-Shader-InterfaceTypeMismatch", "of type `VK_FORMAT_UNDEFINED` does not match fragment shader output", false,
		"VkPipelineRenderingCreateInfo: an attachment of VK_FORMAT_UNDEFINED is unused, and VkRenderingInfo: writes to it are discarded; seen in layer 1.3.239",
	},
}

func (i *instance) layerFault(text string) bool {
	for _, f := range layerFaults {
		if strings.HasPrefix(text, f.id+" ") && strings.Contains(text, f.part) && (!f.alike || i.alike.Load()) {
			return true
		}
	}
	return false
}

// instance is a Vulkan instance and the validation layer's messages.
type instance struct {
	c        *C.vkx_instance
	validate bool
	message  func(string)
	alike    atomic.Bool // its device has no independentBlend

	mu       sync.Mutex
	messages []string
}

// vulkan-go keeps its function pointers in globals: they are the loader's, the same for every instance.
var vulkanGo struct {
	once sync.Once
	err  error
}

func newInstance(validate bool, message func(string)) (*instance, error) {
	text := newErrorText()
	defer text.free()
	if C.vkx_load(text.p, text.n) != 0 {
		return nil, fmt.Errorf("vk: %w: no Vulkan loader: %s", gpu.ErrUnsupported, text)
	}
	i := &instance{validate: validate, message: message}
	asked := C.int(0)
	if validate {
		asked = 1
	}
	if r := C.vkx_instance_create(asked, &i.c, text.p, text.n); r < 0 {
		return nil, fmt.Errorf("vk: %w", resultError(int32(r), text.String()))
	}
	vulkanGo.once.Do(func() {
		vk.SetGetInstanceProcAddr(C.vkx_instance_proc_addr())
		if vulkanGo.err = vk.Init(); vulkanGo.err == nil {
			vulkanGo.err = vk.InitInstance(vk.Instance(unsafe.Pointer(C.vkx_instance_handle(i.c))))
		}
	})
	if vulkanGo.err != nil {
		i.close()
		return nil, fmt.Errorf("vk: %w", vulkanGo.err)
	}
	return i, nil
}

// drain takes over what the layer said since the last call.
func (i *instance) drain() {
	if !i.validate {
		return
	}
	for {
		p := C.vkx_instance_message(i.c)
		if p == nil {
			return
		}
		text := C.GoString(p)
		C.free(unsafe.Pointer(p))
		if i.layerFault(text) {
			continue
		}
		i.mu.Lock()
		i.messages = append(i.messages, text)
		i.mu.Unlock()
		if i.message != nil {
			i.message(text)
		}
	}
}

// close destroys the instance and returns its messages as an error.
func (i *instance) close() error {
	i.drain()
	C.vkx_instance_destroy(i.c)
	i.mu.Lock()
	defer i.mu.Unlock()
	if len(i.messages) == 0 {
		return nil
	}
	errs := []error{fmt.Errorf("vk: the validation layer sent %d messages", len(i.messages))}
	for _, m := range i.messages {
		errs = append(errs, errors.New(m))
	}
	return errors.Join(errs...)
}

// withEnvironment adds what the environment asks for.
func withEnvironment(o gpu.Options) gpu.Options {
	if os.Getenv("D3D9VK_VALIDATION") == "1" {
		o.Validation = true
	}
	for _, name := range strings.Split(os.Getenv("D3D9VK_DISABLE"), ",") {
		if name = strings.TrimSpace(name); name != "" {
			o.Disable = append(o.Disable[:len(o.Disable):len(o.Disable)], name)
		}
	}
	return o
}

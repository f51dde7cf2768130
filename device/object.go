package device

import (
	"fmt"
	"strings"

	"d3d9vk/d3d9"
)

// object is what every object that a device makes has: a number, a count of the program's references and a count of the
// device's own (bindings). It exists while either is above 0. While the program has a reference, the object has one on
// its device.
//
// The surfaces and volumes of a texture share the texture's count: their owner is the texture's object.
type object struct {
	device *Device
	owner  *object // whose counts these are; nil = its own
	self   destroyer
	id     uint32 // for messages and tests: counts up from 1 on each device
	refs   uint32
	bound  uint32
	gone   bool
}

// destroyer gives back what an object holds, when its last reference has gone.
type destroyer interface{ destroyed() }

// objects counts the objects of a device.
type objects struct {
	next    uint32
	live    int                  // that exist
	losable map[*object]struct{} // of them, those that must be released before Reset
}

// init makes the object one of the device's with one reference of the program's. Losable objects live in POOL_DEFAULT.
func (o *object) init(d *Device, self destroyer, losable bool) {
	d.objects.next++
	*o = object{device: d, self: self, id: d.objects.next, refs: 1}
	d.objects.live++
	if losable {
		if d.objects.losable == nil {
			d.objects.losable = map[*object]struct{}{}
		}
		d.objects.losable[o] = struct{}{}
	}
	d.addRef()
}

// initPart makes the object a part of another, whose counts it shares.
func (o *object) initPart(owner *object, self destroyer) {
	d := owner.device
	d.objects.next++
	*o = object{device: d, owner: owner, self: self, id: d.objects.next}
}

// counts returns the object whose counts this one goes by.
func (o *object) counts() *object {
	if o.owner != nil {
		return o.owner
	}
	return o
}

// name is the object in messages, such as "Texture 12".
func (o *object) name() string {
	kind := fmt.Sprintf("%T", o.self)
	kind = strings.ToUpper(kind[strings.LastIndexByte(kind, '.')+1:][:1]) + kind[strings.LastIndexByte(kind, '.')+2:]
	return fmt.Sprintf("%s %d", kind, o.id)
}

// enter takes the device's lock for a call on the object and returns the device. It fails, without the lock, when the object
// is nil, was never made, or was released.
func (o *object) enter(call string) (*Device, d3d9.Error) {
	if o == nil || o.device == nil {
		return nil, d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "the object is none that a device made")
	}
	d := o.device
	d.lock()
	if o.counts().gone {
		name := o.name()
		d.unlock()
		return nil, d.refuse(d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "%s was released", name))
	}
	return d, nil
}

// owns checks an object that a call of the device was given: made by this device and not released.
func (d *Device) owns(call, argument string, o *object) d3d9.Error {
	switch {
	case o == nil || o.device == nil:
		return d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "%s: no object that a device made", argument)
	case o.device != d:
		return d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "%s: %s is another device's", argument, o.name())
	case o.counts().gone:
		return d3d9.Errorf(d3d9.ERR_INVALIDCALL, call, "", "%s: %s was released", argument, o.name())
	}
	return nil
}

// AddRef returns the number of references after taking one; 0 for a released object.
func (o *object) AddRef() uint32 {
	d, err := o.enter("AddRef")
	if err != nil {
		return 0
	}
	defer d.unlock()
	return o.addRef()
}

// Release gives a reference back and returns how many are left. With the last one the object is gone, unless the device still uses it;
// every later call on it is an error. Releasing a released object returns 0 and does nothing.
func (o *object) Release() uint32 {
	d, err := o.enter("Release")
	if err != nil {
		return 0
	}
	defer d.unlock()
	return o.release()
}

// GetDevice returns the device that made the object, with a reference more.
func (o *object) GetDevice() (device *Device, err d3d9.Error) {
	d, err := o.enter("GetDevice")
	if err != nil {
		return nil, err
	}
	defer d.tell(&err)
	defer d.unlock()
	d.addRef()
	return d, nil
}

func (o *object) addRef() uint32 {
	c := o.counts()
	if c.refs == 0 {
		c.device.addRef()
	}
	c.refs++
	return c.refs
}

func (o *object) release() uint32 {
	c := o.counts()
	if c.refs == 0 {
		return 0
	}
	c.refs--
	if c.refs > 0 {
		return c.refs
	}
	c.destroyUnused()
	c.device.release()
	return 0
}

// bind and unbind count the device's own references: an object that is set stays until it is not.
func (o *object) bind() { o.counts().bound++ }

func (o *object) unbind() {
	c := o.counts()
	c.bound--
	c.destroyUnused()
}

func (o *object) destroyUnused() {
	if o.refs > 0 || o.bound > 0 || o.gone {
		return
	}
	o.gone = true
	o.device.objects.live--
	delete(o.device.objects.losable, o)
	o.self.destroyed()
}

package spirv

// Variable returns a new module-scope variable that holds a value of type pointee, and adds it to the entry points'
// interface. class is any but Function.
func (b *Builder) Variable(class StorageClass, pointee ID) ID {
	t := b.Pointer(class, pointee)
	id := b.NewID()
	b.sections[SectionGlobal] = append(b.sections[SectionGlobal], head(OpVariable, 4), uint32(t), uint32(id), uint32(class))
	b.interfaces = append(b.interfaces, id)
	return id
}

// Local returns a new variable of the function being built, wherever in it the call is made. initializer may be 0;
// it is stored once a call, at the function's start.
func (b *Builder) Local(pointee, initializer ID) ID {
	t := b.Pointer(StorageClassFunction, pointee)
	id := b.NewID()
	if initializer == 0 {
		b.locals = append(b.locals, head(OpVariable, 4), uint32(t), uint32(id), uint32(StorageClassFunction))
	} else {
		b.locals = append(b.locals, head(OpVariable, 5), uint32(t), uint32(id), uint32(StorageClassFunction), uint32(initializer))
	}
	return id
}

// Load reads a value of type t.
func (b *Builder) Load(t, pointer ID) ID { return b.Unary(OpLoad, t, pointer) }

// Store writes value.
func (b *Builder) Store(pointer, value ID) {
	b.body = append(b.body, head(OpStore, 3), uint32(pointer), uint32(value))
}

// AccessChain returns a pointer of type t into what base points to.
func (b *Builder) AccessChain(t, base ID, indexes ...ID) ID {
	r := b.NewID()
	b.body = append(b.body, head(OpAccessChain, 4+len(indexes)), uint32(t), uint32(r), uint32(base))
	for _, i := range indexes {
		b.body = append(b.body, uint32(i))
	}
	return r
}

// BeginFunction opens a function and its first block; one function is open at a time. t is its function type.
func (b *Builder) BeginFunction(result, t ID, control FunctionControl) ID {
	b.sections[SectionFunction] = b.appendLast(b.sections[SectionFunction])
	id, label := b.NewID(), b.NewID()
	b.function = append(b.function[:0], head(OpFunction, 5), uint32(result), uint32(id), uint32(control), uint32(t),
		head(OpLabel, 2), uint32(label))
	b.locals, b.body, b.block = b.locals[:0], b.body[:0], label
	return id
}

// appendLast appends the function that was ended last.
func (b *Builder) appendLast(dst []uint32) []uint32 {
	dst = append(dst, b.function...)
	dst = append(dst, b.locals...)
	return append(dst, b.body...)
}

// Parameter adds the next parameter of the function that was just begun.
func (b *Builder) Parameter(t ID) ID {
	id := b.NewID()
	n := len(b.function) - 2 // before the label
	b.function = append(b.function[:n], head(OpFunctionParameter, 3), uint32(t), uint32(id), b.function[n], b.function[n+1])
	return id
}

// EndFunction closes the open function; its last block must be terminated.
func (b *Builder) EndFunction() {
	b.body = append(b.body, head(OpFunctionEnd, 1))
	b.block = 0
}

// Call calls a function.
func (b *Builder) Call(t, fn ID, arguments ...ID) ID {
	r := b.NewID()
	b.body = append(b.body, head(OpFunctionCall, 4+len(arguments)), uint32(t), uint32(r), uint32(fn))
	for _, a := range arguments {
		b.body = append(b.body, uint32(a))
	}
	return r
}

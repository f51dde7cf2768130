package d3d9

// MATRIX is a 4x4 matrix by rows: element row*4+column. Vectors are rows and stand on its left.
type MATRIX [16]float32

// VECTOR is a vector of three.
type VECTOR struct {
	X float32
	Y float32
	Z float32
}

// COLORVALUE is a colour of floats, usually within 0 to 1.
type COLORVALUE struct {
	R float32
	G float32
	B float32
	A float32
}

// LIGHT is a light; Range in world units, Theta and Phi in radians.
type LIGHT struct {
	Type         LIGHTTYPE
	Diffuse      COLORVALUE
	Specular     COLORVALUE
	Ambient      COLORVALUE
	Position     VECTOR
	Direction    VECTOR
	Range        float32
	Falloff      float32
	Attenuation0 float32
	Attenuation1 float32
	Attenuation2 float32
	Theta        float32
	Phi          float32
}

// MATERIAL is what lighting reflects.
type MATERIAL struct {
	Diffuse  COLORVALUE
	Ambient  COLORVALUE
	Specular COLORVALUE
	Emissive COLORVALUE
	Power    float32
}

// CLIPSTATUS is the CS_ planes that any vertex, and that every vertex, lies outside of.
type CLIPSTATUS struct {
	ClipUnion        uint32
	ClipIntersection uint32
}

// TSWorldMatrix is the transform state of world matrix index (0 to 255); matrix 0 is TS_WORLD.
func TSWorldMatrix(index int) TRANSFORMSTATETYPE { return TRANSFORMSTATETYPE(index + TS_WORLD) }

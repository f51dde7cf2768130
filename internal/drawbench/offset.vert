#version 450
// The position is moved by the push constant: one constant changes per draw.
layout(location = 0) in vec4 position;
layout(push_constant) uniform Push { vec4 offset; };
void main() { gl_Position = position + offset; }

#version 450
// Hands the tint on as a flat varying, so that no constant of the fragment stage changes.
layout(location = 0) in vec4 position;
layout(location = 0) flat out vec4 tint;
layout(push_constant) uniform Push { vec4 pushed; };
void main() { gl_Position = position; tint = pushed; }

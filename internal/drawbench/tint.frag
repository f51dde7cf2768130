#version 450
layout(location = 0) out vec4 color;
layout(set = 0, binding = 0) uniform sampler2D tex;
layout(push_constant) uniform Push { layout(offset = 16) vec4 tint; };
void main() { color = texture(tex, vec2(0.5)) * tint; }

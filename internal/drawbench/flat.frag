#version 450
layout(location = 0) flat in vec4 tint;
layout(location = 0) out vec4 color;
layout(set = 0, binding = 0) uniform sampler2D tex;
void main() { color = texture(tex, vec2(0.5)) * tint; }

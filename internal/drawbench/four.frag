#version 450
// One draw into four targets.
layout(location = 0) out vec4 color0;
layout(location = 1) out vec4 color1;
layout(location = 2) out vec4 color2;
layout(location = 3) out vec4 color3;
void main() { color0 = color1 = color2 = color3 = vec4(0.25, 0.5, 0.75, 1.0); }

; The ball that a light reaches.
;   c0-c3  rows of the matrix from the world to clip space
;   c4     position of the light, and how far it reaches
;   c5     position of the camera
;   c6     row that gives the distance along the view axis, 0 at the camera and 1 at the far plane
;   c7     half a texel of the G-buffer (x, y), 0.5, -0.5
vs_2_0
def c8, 1, 0, 0, 0
dcl_position v0
mul r0.xyz, v0, c4.w
add r0.xyz, r0, c4
mov r0.w, c8.x
dp4 r1.x, r0, c0
dp4 r1.y, r0, c1
dp4 r1.z, r0, c2
dp4 r1.w, r0, c3
mov oPos, r1
add r2.xyz, r0, -c5
dp4 r2.w, r0, c6
mov oT1, r2
mul r3.xy, r1, c7.zwzw
mad r3.xy, r1.w, c7.z, r3
mad r3.xy, r1.w, c7, r3
mov r3.zw, r1
mov oT0, r3

; The ball that a light reaches.
;   c0-c3  rows of the matrix from the world to clip space
;   c4     position of the light, and how far it reaches
;   c5     position of the camera
;   c6     row that gives the distance along the view axis, 0 at the camera and 1 at the far plane
vs_3_0
def c8, 1, 0, 0, 0
dcl_position v0
dcl_position o0
dcl_texcoord1 o1
mul r0.xyz, v0, c4.w
add r0.xyz, r0, c4
mov r0.w, c8.x
dp4 r1.x, r0, c0
dp4 r1.y, r0, c1
dp4 r1.z, r0, c2
dp4 r1.w, r0, c3
mov o0, r1
add r2.xyz, r0, -c5
dp4 r2.w, r0, c6
mov o1, r2

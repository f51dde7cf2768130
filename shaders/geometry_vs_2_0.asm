; Meshes into the G-buffer.
;   c0-c3  rows of the matrix from the model to clip space
;   c4-c6  rows of the matrix from the model to the world
;   c7     row that gives the distance along the view axis, 0 at the camera and 1 at the far plane
;   c8     repeats of the textures (x, y)
vs_2_0
dcl_position v0
dcl_normal v1
dcl_tangent v2
dcl_texcoord v3
dp4 oPos.x, v0, c0
dp4 oPos.y, v0, c1
dp4 oPos.z, v0, c2
dp4 oPos.w, v0, c3
mul oT0.xy, v3, c8
dp3 r0.x, v1, c4
dp3 r0.y, v1, c5
dp3 r0.z, v1, c6
dp3 r1.x, v2, c4
dp3 r1.y, v2, c5
dp3 r1.z, v2, c6
mul r2.xyz, r0.yzxw, r1.zxyw
mad r2.xyz, r0.zxyw, -r1.yzxw, r2
mov oT1.xyz, r0
mov oT2.xyz, r1
mov oT3.xyz, r2
dp4 oT4.x, v0, c7

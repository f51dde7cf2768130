; Meshes into the G-buffer.
;   c0-c3  rows of the matrix from the model to clip space
;   c4-c6  rows of the matrix from the model to the world
;   c7     row that gives the distance along the view axis, 0 at the camera and 1 at the far plane
;   c8     repeats of the textures (x, y)
vs_3_0
dcl_position v0
dcl_normal v1
dcl_tangent v2
dcl_texcoord v3
dcl_position o0
dcl_texcoord0 o1.xy
dcl_texcoord1 o2.xyz
dcl_texcoord2 o3.xyz
dcl_texcoord3 o4.xyz
dcl_texcoord4 o5.x
dp4 o0.x, v0, c0
dp4 o0.y, v0, c1
dp4 o0.z, v0, c2
dp4 o0.w, v0, c3
mul o1.xy, v3, c8
dp3 r0.x, v1, c4
dp3 r0.y, v1, c5
dp3 r0.z, v1, c6
dp3 r1.x, v2, c4
dp3 r1.y, v2, c5
dp3 r1.z, v2, c6
mul r2.xyz, r0.yzxw, r1.zxyw
mad r2.xyz, r0.zxyw, -r1.yzxw, r2
mov o2.xyz, r0
mov o3.xyz, r1
mov o4.xyz, r2
dp4 o5.x, v0, c7

; A mesh with its normal towards the viewer and its texture coordinate.
;   c0-c3  rows of the matrix from the model to clip space
;   c4-c6  rows of the matrix from the model to the view
vs_3_0
dcl_position v0
dcl_normal v1
dcl_texcoord v2
dcl_position o0
dcl_texcoord0 o1.xy
dcl_texcoord1 o2.xyz
dp4 o0.x, v0, c0
dp4 o0.y, v0, c1
dp4 o0.z, v0, c2
dp4 o0.w, v0, c3
mov o1.xy, v2
dp3 o2.x, v1, c4
dp3 o2.y, v1, c5
dp3 o2.z, v1, c6

; A mesh with its normal towards the viewer and its texture coordinate.
;   c0-c3  rows of the matrix from the model to clip space
;   c4-c6  rows of the matrix from the model to the view
vs_2_0
dcl_position v0
dcl_normal v1
dcl_texcoord v2
dp4 oPos.x, v0, c0
dp4 oPos.y, v0, c1
dp4 oPos.z, v0, c2
dp4 oPos.w, v0, c3
mov oT0.xy, v2
dp3 oT1.x, v1, c4
dp3 oT1.y, v1, c5
dp3 oT1.z, v1, c6

; Shows a texture, its colours turned by the rows c0 to c2.
ps_3_0
def c3, 1, 1, 1, 1
dcl_texcoord0 v0.xy
dcl_2d s0
texld r0, v0, s0
dp4 oC0.x, r0, c0
dp4 oC0.y, r0, c1
dp4 oC0.z, r0, c2
mov oC0.w, c3.x

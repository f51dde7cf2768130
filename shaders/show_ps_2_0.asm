; Shows a texture, its colours turned by the rows c0 to c2.
ps_2_0
def c3, 1, 1, 1, 1
dcl t0.xy
dcl_2d s0
texld r0, t0, s0
dp4 r1.x, r0, c0
dp4 r1.y, r0, c1
dp4 r1.z, r0, c2
mov r1.w, c3.x
mov oC0, r1

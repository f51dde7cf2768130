; What the whole scene gets: light from the sky and the ground, the moon, glow and fog; the sky where the G-buffer is empty.
;   s0-s3  the G-buffer
;   c0     not used: the coordinate comes interpolated
;   c1     the sky's colour overhead
;   c2     the sky's colour at the horizon, which is the fog's
;   c3     light from below
;   c4     direction to the moon
;   c5     the moon's light
;   c6     fog (in far planes to the -1), strength of the glow, strength of the sky's light, how fast the sky darkens
ps_2_0
def c7, 0.5, 124, 4, 0
dcl t0.xy
dcl t1
dcl_2d s0
dcl_2d s1
dcl_2d s2
dcl_2d s3
texld r1, t0, s0
texld r2, t0, s1
texld r3, t0, s2
texld r4, t0, s3
mul r1.xyz, r1, r1
nrm r5.xyz, t1
mul_sat r5.w, r5.y, c6.w
mov r6.xyz, c2
lrp r6.xyz, r5.w, c1, r6
mad r0.w, r2.y, c7.x, c7.x
mul r7.xyz, c1, c6.z
lrp r8.xyz, r0.w, r7, c3
mul r7.xyz, r8, r1
dp3_sat r0.w, r2, c4
mul r8.xyz, r1, c5
mad r7.xyz, r0.w, r8, r7
add r8.xyz, c4, -r5
nrm r9.xyz, r8
dp3_sat r8.w, r2, r9
mad r9.w, r4.y, c7.y, c7.z
pow r10.w, r8.w, r9.w
mul r10.w, r10.w, r4.x
mul r10.w, r10.w, r0.w
mad r7.xyz, r10.w, c5, r7
mul r8.w, r4.z, c6.y
mad r7.xyz, r8.w, r1, r7
mul r0.w, r3.x, c6.x
mul r0.w, r0.w, r0.w
exp r0.w, -r0.w
lrp r8.xyz, r0.w, r7, c2
cmp r7.xyz, -r3.x, r6, r8
mov r7.w, c7.w
mov oC0, r7

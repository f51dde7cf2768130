; One light, added to the scene where the ball of its reach covers the G-buffer.
;   s0-s3  the G-buffer
;   c0     position of the light, 1 / the square of its reach
;   c1     its colour
;   c2     position of the camera
;   c3     fog (in far planes to the -1)
;   c4     not used: the coordinate comes interpolated
ps_2_0
def c5, 124, 4, 1, 0
dcl t0
dcl t1
dcl_2d s0
dcl_2d s1
dcl_2d s2
dcl_2d s3
rcp r0.w, t0.w
mul r0.xy, t0, r0.w
texld r1, r0, s0
texld r2, r0, s1
texld r3, r0, s2
texld r4, r0, s3
mul r1.xyz, r1, r1
rcp r0.w, t1.w
mul r0.w, r0.w, r3.x
mul r5.xyz, t1, r0.w
add r6.xyz, r5, c2
add r7.xyz, c0, -r6
dp3 r7.w, r7, r7
rsq r8.w, r7.w
mul r8.xyz, r7, r8.w
mad_sat r7.w, -r7.w, c0.w, c5.z
mul r7.w, r7.w, r7.w
dp3_sat r9.w, r2, r8
mul r7.w, r7.w, r9.w
nrm r9.xyz, r5
add r10.xyz, r8, -r9
nrm r11.xyz, r10
dp3_sat r10.w, r2, r11
mad r11.w, r4.y, c5.x, c5.y
pow r9.w, r10.w, r11.w
mul r9.w, r9.w, r4.x
add r1.xyz, r1, r9.w
mul r1.xyz, r1, r7.w
mul r1.xyz, r1, c1
mul r0.w, r3.x, c3.x
mul r0.w, r0.w, r0.w
exp r0.w, -r0.w
mul r1.xyz, r1, r0.w
mov r1.w, c5.w
mov oC0, r1

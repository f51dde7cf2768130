; One light from afar on what porting_ps_2_0 wrote, glow, and haze; the sky where nothing was drawn. For screen_vs_2_0.
;   s0-s3  colour and gloss, normal, distance, glow
;   c0     direction to the light
;   c1     strength of the light, of the light from everywhere, of the haze, of the highlight
;   c2     colour of the haze and the sky
ps_2_0
def c3, 2, -1, 24, 0
dcl t0.xy
dcl_2d s0
dcl_2d s1
dcl_2d s2
dcl_2d s3
texld r0, t0, s0
texld r1, t0, s1
texld r2, t0, s2
texld r3, t0, s3
mad r1.xyz, r1, c3.x, c3.y
nrm r4.xyz, r1
dp3_sat r4.w, r4, c0
mad r5.w, r4.w, c1.x, c1.y
mul r5.xyz, r0, r5.w
pow r6.w, r4.w, c3.z
mul r6.w, r6.w, r0.w
mad r5.xyz, r6.w, c1.w, r5
add r5.xyz, r5, r3
mul_sat r6.w, r2.x, c1.z
lrp r7.xyz, r6.w, c2, r5
cmp r7.xyz, -r2.x, c2, r7
mov r7.w, -c3.y
mov oC0, r7

; A round spot that is blended into what porting_ps_2_0 wrote: colour into target 0, a dent into the normal of target 1, glow into target 2.
; Alpha is the strength: c0's in the middle, 0 from the rim on. For geometry_vs_2_0.
;   c0     colour, strength
;   c1     glow
ps_2_0
def c2, 2, -1, 1, 0
def c3, 0.4, 0.5, 0.9, 0
dcl t0.xy
mad r0.xy, t0, c2.x, c2.y
dp2add r0.w, r0, r0, c2.w
add_sat r0.w, c2.z, -r0.w
mul r0.w, r0.w, c0.w
mov r1.xyz, c0
mov r1.w, r0.w
mad r2.x, r0.x, c3.x, c3.y
mov r2.y, c3.z
mad r2.z, -r0.y, c3.x, c3.y
mov r2.w, r0.w
mov r3.xyz, c1
mov r3.w, r0.w
mov oC0, r1
mov oC1, r2
mov oC2, r3

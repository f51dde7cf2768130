; Four results of one draw, each with an alpha of its own for the blending of its target.
;   c0     direction to the light
ps_2_0
def c1, 0.15, 0.85, 0.5, 1
def c2, 24, 6, 3, 0
def c3, 0.9, 0.55, 0.2, 0.1
dcl t0.xy
dcl t1.xyz
nrm r0.xyz, t1
dp3_sat r0.w, r0, c0
mad r0.w, r0.w, c1.y, c1.x
mul r1.xy, t0, c2
frc r1.xy, r1
add r1.xy, r1, -c1.z
mul r1.z, r1.x, r1.y
cmp r1.w, r1.z, c1.w, c1.z
; target 0: lit tiles
mul r2.xyz, c3, r0.w
mul r2.xyz, r2, r1.w
mov r2.w, c3.x
; target 1: the normal as a colour, up to 3
mad r3.xyz, r0, c1.z, c1.z
mul r3.xyz, r3, c2.z
mov r3.w, c1.z
; target 2: how far the surface turns away from the viewer
add r4.x, c1.w, r0.z
mov r5.xyz, r4.x
mov r5.w, c3.x
; target 3: the texture coordinate
mov r6.xy, t0
mov r6.z, r1.w
mov r6.w, c1.y
mov oC0, r2
mov oC1, r3
mov oC2, r5
mov oC3, r6

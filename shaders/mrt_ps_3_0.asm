; Four results of one draw, each with an alpha of its own for the blending of its target.
;   c0     direction to the light
ps_3_0
def c1, 0.15, 0.85, 0.5, 1
def c2, 24, 6, 3, 0
def c3, 0.9, 0.55, 0.2, 0.1
dcl_texcoord0 v0.xy
dcl_texcoord1 v1.xyz
nrm r0.xyz, v1
dp3_sat r0.w, r0, c0
mad r0.w, r0.w, c1.y, c1.x
mul r1.xy, v0, c2
frc r1.xy, r1
add r1.xy, r1, -c1.z
mul r1.z, r1.x, r1.y
cmp r1.w, r1.z, c1.w, c1.z
; target 0: lit tiles
mul r2.xyz, c3, r0.w
mul oC0.xyz, r2, r1.w
mov oC0.w, c3.x
; target 1: the normal as a colour, up to 3
mad r3.xyz, r0, c1.z, c1.z
mul oC1.xyz, r3, c2.z
mov oC1.w, c1.z
; target 2: how far the surface turns away from the viewer
add r4.x, c1.w, r0.z
mov oC2.xyz, r4.x
mov oC2.w, c3.x
; target 3: the texture coordinate
mov oC3.xy, v0
mov oC3.z, r1.w
mov oC3.w, c1.y

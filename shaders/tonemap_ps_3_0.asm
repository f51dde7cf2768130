; From light to the screen: exposure, darker corners, a curve that rolls off towards white, gamma 2.2.
;   s0     light
;   c0     exposure, darkening of the corners
ps_3_0
def c1, 2.51, 0.03, 2.43, 0.59
def c2, 0.14, 0.454545, -0.5, 1
def c3, 0, 0, 0, 0
dcl_texcoord0 v0.xy
dcl_2d s0
texld r0, v0, s0
add r1.xy, v0, c2.z
dp2add r1.w, r1, r1, c3.x
mad r1.w, -r1.w, c0.y, c2.w
mul r1.w, r1.w, c0.x
mul r0.xyz, r0, r1.w
mad r1.xyz, r0, c1.x, c1.y
mul r1.xyz, r1, r0
mad r2.xyz, r0, c1.z, c1.w
mad r2.xyz, r2, r0, c2.x
rcp r3.x, r2.x
rcp r3.y, r2.y
rcp r3.z, r2.z
mul_sat r1.xyz, r1, r3
pow r0.x, r1.x, c2.y
pow r0.y, r1.y, c2.y
pow r0.z, r1.z, c2.y
mov r0.w, c2.w
mov oC0, r0

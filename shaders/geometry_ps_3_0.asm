; The G-buffer's four targets: albedo; normal in the world; distance along the view axis; material (strength of the highlight, gloss,
; glow).
;   s0     albedo, with the highlight's strength in alpha
;   s1     normal in the tangent's space
;   c0     tint
;   c1     material
ps_3_0
def c2, 2, -1, 1, 0
dcl_texcoord0 v0.xy
dcl_texcoord1 v1.xyz
dcl_texcoord2 v2.xyz
dcl_texcoord3 v3.xyz
dcl_texcoord4 v4.x
dcl_2d s0
dcl_2d s1
texld r0, v0, s0
texld r1, v0, s1
mad r1.xyz, r1, c2.x, c2.y
mul r2.xyz, v2, r1.x
mad r2.xyz, v3, r1.y, r2
mad r2.xyz, v1, r1.z, r2
nrm r3.xyz, r2
mov r3.w, c2.z
mul r4, r0, c0
mov r5, c1
mul r5.x, r5.x, r0.w
mov r6, v4.x
mov oC0, r4
mov oC1, r3
mov oC2, r6
mov oC3, r5

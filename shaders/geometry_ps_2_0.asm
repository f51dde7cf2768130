; The G-buffer's four targets: albedo; normal in the world; distance along the view axis; material (strength of the highlight, gloss,
; glow).
;   s0     albedo, with the highlight's strength in alpha
;   s1     normal in the tangent's space
;   c0     tint
;   c1     material
ps_2_0
def c2, 2, -1, 1, 0
dcl t0.xy
dcl t1.xyz
dcl t2.xyz
dcl t3.xyz
dcl t4.x
dcl_2d s0
dcl_2d s1
texld r0, t0, s0
texld r1, t0, s1
mad r1.xyz, r1, c2.x, c2.y
mul r2.xyz, t2, r1.x
mad r2.xyz, t3, r1.y, r2
mad r2.xyz, t1, r1.z, r2
nrm r3.xyz, r2
mov r3.w, c2.z
mul r4, r0, c0
mov r5, c1
mul r5.x, r5.x, r0.w
mov r6, t4.x
mov oC0, r4
mov oC1, r3
mov oC2, r6
mov oC3, r5

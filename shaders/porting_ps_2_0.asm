; A surface into four targets: colour and gloss; normal as a colour; distance along the view axis; glow. For geometry_vs_2_0.
;   c0     colour, gloss
;   c1     glow
ps_2_0
def c2, 0.5, 0, 0, 0
dcl t1.xyz
dcl t4.x
nrm r0.xyz, t1
mad r1.xyz, r0, c2.x, c2.x
mov r1.w, c2.y
mov r2, c0
mov r3, t4.x
mov r4, c1
mov oC0, r2
mov oC1, r1
mov oC2, r3
mov oC3, r4

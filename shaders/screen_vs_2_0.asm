; A rectangle in clip space (v0.xy) with its texture coordinate, and the view ray through each pixel.
;   c0    half a texel of the texture (x, y), 0.5, -0.5
;   c1    the view axis, as long as the far plane is away
;   c2    from the middle of the far plane to its right edge
;   c3    from the middle of the far plane to its upper edge
vs_2_0
def c4, 0, 1, 0, 0
dcl_position v0
mov oPos.xy, v0
mov oPos.zw, c4.xyxy
mul r0.xy, v0, c0.zwzw
add r0.xy, r0, c0.z
add oT0.xy, r0, c0
mul r1.xyz, v0.x, c2
mad r1.xyz, v0.y, c3, r1
add oT1.xyz, r1, c1
mov oT1.w, c4.y

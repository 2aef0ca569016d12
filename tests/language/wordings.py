"""Orders as people type them, and what is to come of each.

To the right of ``=>`` stand the orders that are kept, ``? ...`` where nothing is kept but these
lines are offered, ``no`` where nothing is kept and nothing can be offered, ``talk`` where nothing
is meant. ``\\n`` parts lines.
"""

STANDARD = r"""
A Par-Bur => A PAR - BUR
A PAR TO BUR => A PAR - BUR
Paris to Burgundy => A PAR - BUR
army paris moves to burgundy. => A PAR - BUR
The army in Paris marches into Burgundy => A PAR - BUR
A Par ==> Bur => A PAR - BUR
A Par --- Bur => A PAR - BUR
A PAR BUR => A PAR - BUR
Paris: move to Burgundy => A PAR - BUR
Move A Par to Bur => A PAR - BUR
Attack Burgundy with A Par => A PAR - BUR
I'd like my army in Paris to go to Burgundy => A PAR - BUR
Please move A Paris to Burgundy. Thanks! => A PAR - BUR
a) A Par - Bur => A PAR - BUR
A Prais - Brugundy => A PAR - BUR
A Pari - Burg => A PAR - BUR
A Par - Bur (hope this works) => A PAR - BUR
A Par - Bur // if this fails I am lost => ? A PAR - BUR
A Par - Bur however => ? A PAR - BUR
A Par - Bur if you can => A PAR - BUR
Change Paris to hold => A PAR H
Hold F Bre => F BRE H
Brest holds position => F BRE H
F Brest to the Mid Atlantic Ocean please => F BRE - MAO
F Bre - Channel => F BRE - ENG
Par - Bur, Mar - Spa, Bre - MAO => A PAR - BUR; A MAR - SPA; F BRE - MAO
Par-Bur Mar-Spa Bre-Mao => A PAR - BUR; A MAR - SPA; F BRE - MAO
Paris-Burgundy. Marseilles-Spain. Brest-Mid Atlantic. => A PAR - BUR; A MAR - SPA; F BRE - MAO
FRANCE: A Par-Bur, A Mar-Spa, F Bre-Mao => A PAR - BUR; A MAR - SPA; F BRE - MAO
Everyone hold => A PAR H; A MAR H; F BRE H
A Mar S A Par-Bur => A MAR S A PAR - BUR
Marseilles supports Paris into Burgundy => A MAR S A PAR - BUR
A Mar supports France's army in Paris to Burgundy => A MAR S A PAR - BUR
A Mar supports the attack on Burgundy from Paris => A MAR S A PAR - BUR
Support Par - Bur with A Mar => A MAR S A PAR - BUR
A Par - Bur with support from A Mar => A PAR - BUR; A MAR S A PAR - BUR
A Par - Bur (supported by Mar) => A PAR - BUR; A MAR S A PAR - BUR
A Mar S A Mun - Bur => A MAR S A MUN - BUR
F Bre S A Par - Gas => F BRE S A PAR - GAS
A Par support hold F Bre => A PAR S F BRE
A Par - Bur\nA Par - Pic => A PAR - PIC
A Par - Bur or Pic => ? A Par - Bur | A Par - Pic
A Par - Bur? => ? A Par - Bur
A Par - Bur (if England lets me) => ? A Par - Bur
A Par - Mun => ? A PAR - BUR | A PAR - GAS | A PAR - PIC
F Bre - Par => ? F BRE - GAS | F BRE - PIC | F BRE - ENG
A Mun - Bur => no
A Par S Mar => no
Build A Par => no
A Par retreats to Bur => no
same as last time => no
Let me know if ok => talk
If there is a problem, write to me => talk
Good luck everybody! => talk
"""

WINTER = r"""
Build A Par => BUILD A PAR
Build Paris => BUILD A PAR
F Bre build => BUILD F BRE
Paris: army => BUILD A PAR
Recruit army Paris => BUILD A PAR
Build army Paris and fleet Brest => BUILD A PAR; BUILD F BRE
Build an army in Paris and another one in Brest => BUILD A PAR; BUILD A BRE
pass => WAIVE
Build F Par => ? BUILD A PAR | BUILD F BRE | BUILD F MAR
Build A Mun => ? BUILD A BRE | BUILD A MAR | BUILD A PAR
All hold => no
Remove A Gas => no
"""

RETREATS = r"""
A Bur - Par => A BUR - PAR
A Bur retreats to Paris => A BUR - PAR
Bur R Par => A BUR - PAR
D A Bur => A BUR DISBAND
A Bur off the board => A BUR DISBAND
A Bur retreat Par or Pic => ? A Bur retreat Par | A Bur retreat Pic
A Bur - Mun => ? A BUR - PAR | A BUR - PIC | A BUR - BEL
A Bur H => no
Should I fall back to Paris? => no
Not to Paris => no
"""

GLOBAL = r"""
Arsenal SUS bombs SIO via NAT SAH EGY => R SUS BOMB VIA NAT SAH EGY TO SIO
R SUS bomb via NAT SAH EGY to SIO => R SUS BOMB VIA NAT SAH EGY TO SIO
R SUS bombs CUS => R SUS BOMB CUS
Navy NAT carries bomb from SUS to SAH => N NAT CARRY BOMB FROM SUS TO SAH
N NAT bomb from SUS via SAH => N NAT CARRY BOMB FROM SUS TO SAH
Air force WUS to CUS => AF WUS - CUS
AF WUS S A CUS - WCA => AF WUS S A CUS - WCA
airforce WUS supports army CUS => AF WUS S A CUS
the arsenal in SUS holds => R SUS H
all hold => R SUS H; N NAT H; A CUS H; AF WUS H
All hold except N NAT => R SUS H; A CUS H; AF WUS H
R SUS - CUS => no
AF WUS C A CUS - WCA => no
nuke SIO => no
"""

WORLD_WAR = r"""
A Belo Horizonte - Bahia => A BLH - BAH
Belo Horizonte to Minas Gerais => A BLH - MNG
Fleet Rio to South Brazilian Coast => F RIO - SBC
F Rio de Janeiro supports A Sao Paulo - Belo Horizonte => F RIO S A SAO - BLH
A SAO S A BLH => A SAO S A BLH
A BLH-BAH A SAO-CTB => A BLH - BAH; A SAO - CTB
Brazil: all hold => A BLH H; F RIO H; A SAO H
A Blh - Goais => A BLH - GOI
A BLH Bahia => A BLH - BAH
A BUE - RSR => no
"""

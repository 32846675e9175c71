import { lazy } from "../encodings/code-table.ts";

/**
 * Returns the text of a glyph name of TeX's own fonts (Computer Modern, those of the American Mathematical Society, and
 * fonts that took over their names), which the Adobe Glyph List does not have; undefined for any other name.
 */
export const texUnicodeOf = (name: string): string | undefined => texNames().get(name);

const texNames = lazy(
  () =>
    new Map(
      TEX_NAMES.trim()
        .split(/\s+/)
        .map((entry) => {
          const [name = "", codePoints = ""] = entry.split("=");
          return [name, String.fromCodePoint(...codePoints.split("_").map((hex) => Number.parseInt(hex, 16)))] as const;
        }),
    ),
);

const TEX_NAMES = `
Dbar=0110 Digamma=03DC Finv=2132 Germandbls=1E9E Gmir=2141 Ifractur=2111 Ng=014A Omegainv=2127 Rfractur=211C SS=0053_0053
Yen=00A5 altselector=FE00 angbracketleft=27E8 angbracketright=27E9 anticlockwise=27F2 approxorequal=224A archleftdown=21B6
archrightdown=21B7 arrowbothv=2195 arrowdblbothv=21D5 arrowleftbothalf=21BD arrowlefttophalf=21BC arrownortheast=2197
arrownorthwest=2196 arrowparrleftright=21C6 arrowparrrightleft=21C4 arrowrightbothalf=21C1 arrowrighttophalf=21C0
arrowsoutheast=2198 arrowsouthwest=2199 arrowtailleft=21A2 arrowtailright=21A3 arrowtripleleft=21DA arrowtripleright=21DB
arrowhookleft=21A9 arrowhookright=21AA asteriskcentered=2217 asteriskmath=2217 bardbl=2225 beth=2136 between=226C
bracehtipdownleft=23DE bracehtipdownright=23DE bracehtipupleft=23DF bracehtipupright=23DF bulletmath=2219
ceilingleft=2308 ceilingright=2309 check=2713 checkmark=2713 circleR=00AE circleS=24C8 circleasterisk=229B
circlecopyrt=25EF circledivide=2298 circledot=2299 circleequal=229C circleminus=2296 circlemultiply=2297 circleplus=2295
circlering=229A clockwise=27F3 complement=2201 compwordmark=200C contintegral=222E coproduct=2A3F ct=0063_0074
curlyleft=21AB curlyright=21AC cwm=200C daleth=2138 dbar=0111 dblarrowdwn=21CA dblarrowheadleft=219E
dblarrowheadright=21A0 dblarrowup=21C8 dblbracketleft=27E6 dblbracketright=27E7 defines=225C diamondmath=22C4
diamondsolid=2666 difference=224F digamma=03DD dividemultiply=22C7 dotlessj=0237 dotplus=2214 downfall=22CE downslope=29F9
epsilon1=03F5 epsiloninv=03F6 equaldotleftright=2252 equaldotrightleft=2253 equalorfollows=22DF equalorgreater=2A96
equalorless=2A95 equalorprecedes=22DE equalorsimilar=2242 equalsdots=2251 equivasymptotic=224D flat=266D floorleft=230A
floorright=230B follownotdbleqv=2ABA follownotslnteql=2AB6 followornoteqvlnt=22E9 follows=227B followsequal=2AB0
followsorcurly=227D followsorequal=227F forces=22A9 forcesbar=22AA fork=22D4 frown=2322 geomequivalent=224E
greaterdbleqlless=2A8C greaterdblequal=2267 greaterdot=22D7 greaterlessequal=22DB greatermuch=226B greaternotdblequal=2A8A
greaternotequal=2A88 greaterorapproxeql=2A86 greaterorequalslant=2A7E greaterornotdbleql=2269 greaterornotequal=2269
greaterorsimilar=2273 harpoondownleft=21C3 harpoondownright=21C2 harpoonleftright=21CC harpoonrightleft=21CB
harpoonupleft=21BF harpoonupright=21BE hatwide=02C6 hbar=0127 heart=2661 hslash=210F hyphenchar=002D integerdivide=2216
intercal=22BA interrobang=203D interrobangdown=2E18 intersectiondbl=22D2 intersectionsq=2293 join=22C8 kappa1=03F0
latticetop=22A4 lessdbleqlgreater=2A8B lessdblequal=2266 lessdot=22D6 lessequalgreater=22DA lessmuch=226A
lessnotdblequal=2A89 lessnotequal=2A87 lessorapproxeql=2A85 lessorequalslant=2A7D lessornotdbleql=2268
lessornotequal=2268 lessorsimilar=2272 longdbls=017F_017F longsh=017F_0068 longsi=017F_0069 longsl=017F_006C
longst=017F_0074 lozengesolid=29EB lscript=2113 maltesecross=2720 mapsto=21A6 mapstochar=21A6 measuredangle=2221
meet=2227 minusplus=2213 multicloseleft=22C9 multicloseright=22CA multimap=22B8 multiopenleft=22CB multiopenright=22CC
nabla=2207 nand=22BC natural=266E negationslash=0338 ng=014B notapproxequal=2247 notarrowboth=21AE notarrowleft=219A
notarrowright=219B notbar=2224 notdblarrowboth=21CE notdblarrowleft=21CD notdblarrowright=21CF notexistential=2204
notfollows=2281 notfollowsoreql=2AB0_0338 notforces=22AE notforcesextra=22AF notgreaterdblequal=2267_0338
notgreaterequal=2271 notgreaterorslnteql=2A7E_0338 notlessdblequal=2266_0338 notlessequal=2270
notlessorslnteql=2A7D_0338 notprecedesoreql=2AAF_0338 notsatisfies=22AD notsimilar=2241 notsubseteql=2288
notsubsetordbleql=2AC5_0338 notsubsetoreql=228A notsuperseteql=2289 notsupersetordbleql=2AC6_0338 notsupersetoreql=228B
nottriangeqlleft=22EC nottriangeqlright=22ED nottriangleleft=22EA nottriangleright=22EB notturnstile=22AC omega1=03D6
orunderscore=22BB owner=220B perpcorrespond=2A5E perpendicular=22A5 pertenthousand=2031 phi1=03D5 pi1=03D6
planckover2pi=210F planckover2pi1=210F precedenotdbleqv=2AB9 precedenotslnteql=2AB5 precedeornoteqvlnt=22E8 precedes=227A
precedesequal=2AAF precedesorcurly=227C precedesorequal=227E prime=2032 primereverse=2035 punctdash=2014 rangedash=2013
reflexsubset=2286 reflexsuperset=2287 revasymptequal=22CD revsimilar=223D rho1=03F1 rightanglene=231D rightanglenw=231C
rightanglese=231F rightanglesw=231E ringinequal=2256 satisfies=22A8 sharp=266F shiftleft=21B0 shiftright=21B1 sigma1=03C2
similarequal=2243 slurabove=2322 slurbelow=2323 smile=2323 sphericalangle=2222 square=25A1 triangle=25B3 squaredot=22A1
squareimage=228F squareminus=229F squaremultiply=22A0 squareoriginal=2290 squareplus=229E squaresolid=25A0
squiggleleftright=21AD squiggleright=21DD star=22C6 starblack=2605 subsetdbl=22D0 subsetdblequal=2AC5 subsetnoteql=228A
subsetornotdbleql=2ACB subsetsqequal=2291 supersetdbl=22D1 supersetdblequal=2AC6 supersetnoteql=228B
supersetornotdbleql=2ACC supersetsqequal=2292 theta1=03D1 tie=2040 tildewide=02DC triangledownsld=25BC triangleinv=25BD
triangleleft=25C1 triangleleftequal=22B4 triangleleftsld=25C0 triangleright=25B7 trianglerightequal=22B5
trianglerightsld=25B6 trianglesolid=25B2 turnstileleft=22A2 turnstileright=22A3 twoheadleftarrow=219E twoheadrightarrow=21A0
unionmulti=228E unionsq=2294 uniondbl=22D3 upslope=29F8 vector=20D7 visiblespace=2423 visualspace=2423 wreathproduct=2240
arrowdbldown=21D3 arrowdblup=21D1 arrowdblboth=21D4 vextendsingle=007C vextenddouble=2016 suppress=0338 breve1=02D8
parenlefttp=239B parenleftex=239C parenleftbt=239D parenrighttp=239E parenrightex=239F parenrightbt=23A0
bracketlefttp=23A1 bracketleftex=23A2 bracketleftbt=23A3 bracketrighttp=23A4 bracketrightex=23A5 bracketrightbt=23A6
bracelefttp=23A7 braceleftmid=23A8 braceleftbt=23A9 bracerighttp=23AB bracerightmid=23AC bracerightbt=23AD braceex=23AA
integralex=23AE radicalex=203E radicaltp=221A radicalbt=221A radicalvertex=23D0 arrowvertex=23D0 arrowhorizex=23AF
arrowvertexdbl=2016 carriagereturn=21B5 registerserif=00AE registersans=00AE copyrightserif=00A9 copyrightsans=00A9
trademarkserif=2122 trademarksans=2122 Gbar=01E4 latinepsilon=025B varepsilon=03B5 varphi=03C6 vartheta=03D1 varpi=03D6
varrho=03F1 varsigma=03C2 owns=220B lbrace=007B rbrace=007D squareshadedrules=25A8 sqsubset=228F sqsupset=2290
lightning=21AF llbracket=27E6 rrbracket=27E7 hatwider=02C6 hatwidest=02C6 tildewider=02DC tildewidest=02DC arrowtp=2191 arrowbt=2193
arrowdbltp=21D1 arrowdblbt=21D3 triangle=25B3 uprise=22CF barshort=2223 parallelshort=2225 notshortbar=2224
notshortparallel=2226 notparallel=2226 squaresmallsolid=25AA subsetornoteql=228A supersetornoteql=228B
checked=2713 female=2640 male=2642 diameter=2300 Circle=25CB
leftmoon=263E rightmoon=263D sun=263C Bowtie=22C8 pointer=27A4 phone=260E bell=237E smiley=263A frownie=2639
blacksmiley=263B taurus=2649 mercury=263F earth=2641 jupiter=2643 saturn=2644 uranus=2645 neptun=2646 pluto=2647
permil=2030 Box=25A1 Diamond=25C7 XBox=2612 hexagon=2394 kreuz=2720 lhd=22B2 rhd=22B3 unlhd=22B4 unrhd=22B5
leadsto=21DD mho=2127 Join=22C8 csquotedblleft=201E csquotedblright=201C cyrbreve=02D8 radicallow=221A barex=007C
Acute=00B4 Caron=02C7 Dieresis=00A8 Grave=0060 Hungarumlaut=02DD Macron=00AF st=0073_0074 ohm=2126 permyriad=2031 asciigrave=0060 twonotes=266B leqslant=2A7D geqslant=2A7E hatultime=02C6 tildeultime=02DC apprle=2272 apprge=2273 iint=222C iiint=222D oiint=222F varint=222B varoint=222E dh=00F0 openo=0254
shortrightarrow=2192 shortleftarrow=2190 shortuparrow=2191 shortdownarrow=2193 mapsfromchar=21A4 Mapstochar=2907
Mapsfromchar=2906 llparenthesis=2987 rrparenthesis=2988 interleave=2AF4 lbag=27C5 rbag=27C6 bigsqcap=2A05
lessornotsimilar=22E6 greaterornotsimilar=22E7 arrowaxisleft=21E0 arrowaxisright=21E2 endofword=2060 zeronojoin=2060
`;

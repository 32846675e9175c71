/*
 * The built-in encodings of TeX's fonts, for programs whose glyphs have lost their names, as text: a number is the code
 * of the name after it, and each further name has the next code. The names are those of the Type 1 programs of the
 * American Mathematical Society.
 */

/** The encoding of the text fonts of Computer Modern (OT1). */
export const OT1 = `
0 Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega ff fi fl ffi ffl dotlessi dotlessj grave acute caron
breve macron ring cedilla germandbls ae oe oslash AE OE Oslash suppress exclam quotedblright numbersign dollar percent
ampersand quoteright parenleft parenright asterisk plus comma hyphen period slash zero one two three four five six
seven eight nine colon semicolon exclamdown equal questiondown question at A B C D E F G H I J K L M N O P Q R S T U V
W X Y Z bracketleft quotedblleft bracketright circumflex dotaccent quoteleft a b c d e f g h i j k l m n o p q r s t u
v w x y z endash emdash hungarumlaut tilde dieresis
`;

/** The encoding of math italic (OML). */
export const OML = `
0 Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega alpha beta gamma delta epsilon1 zeta eta theta iota kappa
lambda mu nu xi pi rho sigma tau upsilon phi chi psi omega epsilon theta1 pi1 rho1 sigma1 phi1 arrowlefttophalf
arrowleftbothalf arrowrighttophalf arrowrightbothalf arrowhookleft arrowhookright triangleright triangleleft
zerooldstyle oneoldstyle twooldstyle threeoldstyle fouroldstyle fiveoldstyle sixoldstyle sevenoldstyle eightoldstyle
nineoldstyle period comma less slash greater star partialdiff A B C D E F G H I J K L M N O P Q R S T U V W X Y Z flat
natural sharp slurbelow slurabove lscript a b c d e f g h i j k l m n o p q r s t u v w x y z dotlessi dotlessj
weierstrass vector tie
`;

/** The encoding of math symbols (OMS). */
export const OMS = `
0 minus periodcentered multiply asteriskmath divide diamondmath plusminus minusplus circleplus circleminus
circlemultiply circledivide circledot circlecopyrt openbullet bullet equivasymptotic equivalence reflexsubset
reflexsuperset lessequal greaterequal precedesequal followsequal similar approxequal propersubset propersuperset
lessmuch greatermuch precedes follows arrowleft arrowright arrowup arrowdown arrowboth arrownortheast arrowsoutheast
similarequal arrowdblleft arrowdblright arrowdblup arrowdbldown arrowdblboth arrownorthwest arrowsouthwest
proportional prime infinity element owner triangle triangleinv negationslash mapsto universal existential logicalnot
emptyset Rfractur Ifractur latticetop perpendicular aleph A B C D E F G H I J K L M N O P Q R S T U V W X Y Z union
intersection unionmulti logicaland logicalor turnstileleft turnstileright floorleft floorright ceilingleft
ceilingright braceleft braceright angbracketleft angbracketright bar bardbl arrowbothv arrowdblbothv backslash
wreathproduct radical coproduct nabla integral unionsq intersectionsq subsetsqequal supersetsqequal section dagger
daggerdbl paragraph club diamond heart spade
`;

/** The encoding of math extension (OMX). */
export const OMX = `
0 parenleftbig parenrightbig bracketleftbig bracketrightbig floorleftbig floorrightbig ceilingleftbig ceilingrightbig
braceleftbig bracerightbig angbracketleftbig angbracketrightbig vextendsingle vextenddouble slashbig backslashbig
parenleftBig parenrightBig parenleftbigg parenrightbigg bracketleftbigg bracketrightbigg floorleftbigg floorrightbigg
ceilingleftbigg ceilingrightbigg braceleftbigg bracerightbigg angbracketleftbigg angbracketrightbigg slashbigg
backslashbigg parenleftBigg parenrightBigg bracketleftBigg bracketrightBigg floorleftBigg floorrightBigg
ceilingleftBigg ceilingrightBigg braceleftBigg bracerightBigg angbracketleftBigg angbracketrightBigg slashBigg
backslashBigg slashBig backslashBig parenlefttp parenrighttp bracketlefttp bracketrighttp bracketleftbt bracketrightbt
bracketleftex bracketrightex bracelefttp bracerighttp braceleftbt bracerightbt braceleftmid bracerightmid braceex
arrowvertex parenleftbt parenrightbt parenleftex parenrightex angbracketleftBig angbracketrightBig unionsqtext
unionsqdisplay contintegraltext contintegraldisplay circledottext circledotdisplay circleplustext circleplusdisplay
circlemultiplytext circlemultiplydisplay summationtext producttext integraltext uniontext intersectiontext
unionmultitext logicalandtext logicalortext summationdisplay productdisplay integraldisplay uniondisplay
intersectiondisplay unionmultidisplay logicalanddisplay logicalordisplay coproducttext coproductdisplay hatwide
hatwider hatwidest tildewide tildewider tildewidest bracketleftBig bracketrightBig floorleftBig floorrightBig
ceilingleftBig ceilingrightBig braceleftBig bracerightBig radicalbig radicalBig radicalbigg radicalBigg radicalbt
radicalvertex radicaltp arrowvertexdbl arrowtp arrowbt bracehtipdownleft bracehtipdownright bracehtipupleft
bracehtipupright arrowdbltp arrowdblbt
`;

/** The encoding of the first font of further symbols of the AMS. */
export const MSA = `
0 squaredot squareplus squaremultiply square squaresolid squaresmallsolid diamond diamondsolid clockwise anticlockwise
harpoonleftright harpoonrightleft squareminus forces forcesbar satisfies dblarrowheadright dblarrowheadleft
dblarrowleft dblarrowright dblarrowup dblarrowdwn harpoonupright harpoondownright harpoonupleft harpoondownleft
arrowtailright arrowtailleft arrowparrleftright arrowparrrightleft shiftleft shiftright squiggleright
squiggleleftright curlyleft curlyright circleequal followsorequal greaterorsimilar greaterorapproxeql multimap
therefore because equalsdots defines precedesorequal lessorsimilar lessorapproxeql equalorless equalorgreater
equalorprecedes equalorfollows precedesorcurly lessdblequal lessorequalslant lessorgreater primereverse axisshort
equaldotrightleft equaldotleftright followsorcurly greaterdblequal greaterorequalslant greaterorless squareimage
squareoriginal triangleright triangleleft trianglerightequal triangleleftequal star between triangledownsld
trianglerightsld triangleleftsld arrowaxisright arrowaxisleft triangle trianglesolid triangleinv ringinequal
lessequalgreater greaterlessequal lessdbleqlgreater greaterdbleqlless Yen arrowtripleright arrowtripleleft check
orunderscore nand perpcorrespond angle measuredangle sphericalangle proportional smile frown subsetdbl supersetdbl
uniondbl intersectiondbl uprise downfall multiopenleft multiopenright subsetdblequal supersetdblequal difference
geomequivalent muchless muchgreater rightanglenw rightanglene circleR circleS fork dotplus revsimilar revasymptequal
rightanglesw rightanglese maltesecross complement intercal circlering circleasterisk circleminus
`;

/** The encoding of the second font of further symbols of the AMS. */
export const MSB = `
0 lessornotequal greaterornotequal notlessequal notgreaterequal notless notgreater notprecedes notfollows
lessornotdbleql greaterornotdbleql notlessorslnteql notgreaterorslnteql lessnotequal greaternotequal notprecedesoreql
notfollowsoreql precedeornoteqvlnt followornoteqvlnt lessornotsimilar greaterornotsimilar notlessdblequal
notgreaterdblequal precedenotslnteql follownotslnteql precedenotdbleqv follownotdbleqv lessnotdblequal
greaternotdblequal notsimilar notapproxequal upslope downslope notsubsetoreql notsupersetoreql notsubsetordbleql
notsupersetordbleql subsetornotdbleql supersetornotdbleql subsetornoteql supersetornoteql subsetnoteql supersetnoteql
notsubseteql notsuperseteql notparallel notbar notshortbar notshortparallel notturnstile notforces notsatisfies
notforcesextra nottriangeqlright nottriangeqlleft nottriangleleft nottriangleright notarrowleft notarrowright
notdblarrowleft notdblarrowright notdblarrowboth notarrowboth dividemultiply emptyset notexistential A B C D E F G H I
J K L M N O P Q R S T U V W X Y Z hatwide hatwider tildewide tildewider 96 Finv Gmir 102 Omegainv eth equalorsimilar
beth gimel daleth lessdot greaterdot multicloseleft multicloseright barshort parallelshort integerdivide similar
approxequal approxorequal followsorequal precedesorequal archleftdown archrightdown Digamma kappa k planckover2pi
planckover2pi1 epsiloninv
`;

/** The encoding of typewriter fonts of Computer Modern, which have other signs where OT1 has ligatures. */
export const OT1_TYPEWRITER = `
0 Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega arrowup arrowdown quotesingle exclamdown questiondown
dotlessi dotlessj grave acute caron breve macron ring cedilla germandbls ae oe oslash AE OE Oslash visiblespace exclam
quotedbl numbersign dollar percent ampersand quoteright parenleft parenright asterisk plus comma hyphen period slash
zero one two three four five six seven eight nine colon semicolon less equal greater question at A B C D E F G H I J K
L M N O P Q R S T U V W X Y Z bracketleft backslash bracketright asciicircum underscore quoteleft a b c d e f g h i j
k l m n o p q r s t u v w x y z braceleft bar braceright asciitilde dieresis
`;

/** The encoding of text fonts for the languages of Europe (T1, agreed on in Cork). */
export const T1 = `
0 grave acute circumflex tilde dieresis hungarumlaut ring caron breve macron dotaccent cedilla ogonek quotesinglbase
guilsinglleft guilsinglright quotedblleft quotedblright quotedblbase guillemotleft guillemotright endash emdash
25 dotlessi dotlessj ff fi fl ffi ffl visiblespace exclam quotedbl numbersign dollar percent ampersand quoteright
parenleft parenright asterisk plus comma hyphen period slash zero one two three four five six seven eight nine colon
semicolon less equal greater question at A B C D E F G H I J K L M N O P Q R S T U V W X Y Z bracketleft backslash
bracketright asciicircum underscore quoteleft a b c d e f g h i j k l m n o p q r s t u v w x y z braceleft bar
braceright asciitilde hyphenchar Abreve Aogonek Cacute Ccaron Dcaron Ecaron Eogonek Gbreve Lacute Lcaron Lslash Nacute
Ncaron Eng Ohungarumlaut Racute Rcaron Sacute Scaron Scedilla Tcaron Tcommaaccent Uhungarumlaut Uring Ydieresis Zacute
Zcaron Zdotaccent IJ Idotaccent dcroat section abreve aogonek cacute ccaron dcaron ecaron eogonek gbreve lacute lcaron
lslash nacute ncaron eng ohungarumlaut racute rcaron sacute scaron scedilla tcaron tcommaaccent uhungarumlaut uring
ydieresis zacute zcaron zdotaccent ij exclamdown questiondown sterling Agrave Aacute Acircumflex Atilde Adieresis Aring
AE Ccedilla Egrave Eacute Ecircumflex Edieresis Igrave Iacute Icircumflex Idieresis Eth Ntilde Ograve Oacute
Ocircumflex Otilde Odieresis OE Oslash Ugrave Uacute Ucircumflex Udieresis Yacute Thorn SS agrave aacute acircumflex
atilde adieresis aring ae ccedilla egrave eacute ecircumflex edieresis igrave iacute icircumflex idieresis eth ntilde
ograve oacute ocircumflex otilde odieresis oe oslash ugrave uacute ucircumflex udieresis yacute thorn germandbls
`;

/** The encoding of LaTeX's own symbols, which it had before those of the AMS. */
export const LASY = `
1 lhd unlhd rhd unrhd 48 mho Join Box Diamond 58 squiggleright leadsto sqsubset sqsupset
`;

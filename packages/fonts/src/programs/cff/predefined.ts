/** Runs of SIDs, each from the first to the last, in the order of glyphs from 0. */
export type SidRuns = readonly (readonly [first: number, last: number])[];

/** The predefined charsets of CFF (Adobe Technical Note 5176, appendix C): ISOAdobe, Expert, ExpertSubset. */
export const PREDEFINED_CHARSETS: readonly SidRuns[] = [
  [[0, 228]],
  [
    [0, 1],
    [229, 238],
    [13, 15],
    [99, 99],
    [239, 248],
    [27, 28],
    [249, 266],
    [109, 110],
    [267, 318],
    [158, 158],
    [155, 155],
    [163, 163],
    [319, 326],
    [150, 150],
    [164, 164],
    [169, 169],
    [327, 378],
  ],
  [
    [0, 1],
    [231, 232],
    [235, 238],
    [13, 15],
    [99, 99],
    [239, 248],
    [27, 28],
    [249, 251],
    [253, 266],
    [109, 110],
    [267, 270],
    [272, 272],
    [300, 302],
    [305, 305],
    [314, 315],
    [158, 158],
    [155, 155],
    [163, 163],
    [320, 326],
    [150, 150],
    [164, 164],
    [169, 169],
    [327, 346],
  ],
];

/**
 * The predefined Expert encoding (appendix B): a number is the code of the name after it, and each further name has the
 * next code.
 */
export const EXPERT_ENCODING = `
32 space exclamsmall Hungarumlautsmall 36 dollaroldstyle dollarsuperior ampersandsmall Acutesmall
parenleftsuperior parenrightsuperior twodotenleader onedotenleader comma hyphen period fraction zerooldstyle
oneoldstyle twooldstyle threeoldstyle fouroldstyle fiveoldstyle sixoldstyle sevenoldstyle eightoldstyle
nineoldstyle colon semicolon commasuperior threequartersemdash periodsuperior questionsmall 65 asuperior
bsuperior centsuperior dsuperior esuperior 73 isuperior 76 lsuperior msuperior nsuperior osuperior 82 rsuperior
ssuperior tsuperior 86 ff fi fl ffi ffl parenleftinferior 93 parenrightinferior Circumflexsmall hyphensuperior
Gravesmall Asmall Bsmall Csmall Dsmall Esmall Fsmall Gsmall Hsmall Ismall Jsmall Ksmall Lsmall Msmall Nsmall
Osmall Psmall Qsmall Rsmall Ssmall Tsmall Usmall Vsmall Wsmall Xsmall Ysmall Zsmall colonmonetary onefitted
rupiah Tildesmall 161 exclamdownsmall centoldstyle Lslashsmall 166 Scaronsmall Zcaronsmall Dieresissmall
Brevesmall Caronsmall 172 Dotaccentsmall 175 Macronsmall 178 figuredash hypheninferior 182 Ogoneksmall Ringsmall
Cedillasmall 188 onequarter onehalf threequarters questiondownsmall oneeighth threeeighths fiveeighths
seveneighths onethird twothirds 200 zerosuperior onesuperior twosuperior threesuperior foursuperior fivesuperior
sixsuperior sevensuperior eightsuperior ninesuperior zeroinferior oneinferior twoinferior threeinferior
fourinferior fiveinferior sixinferior seveninferior eightinferior nineinferior centinferior dollarinferior
periodinferior commainferior Agravesmall Aacutesmall Acircumflexsmall Atildesmall Adieresissmall Aringsmall
AEsmall Ccedillasmall Egravesmall Eacutesmall Ecircumflexsmall Edieresissmall Igravesmall Iacutesmall
Icircumflexsmall Idieresissmall Ethsmall Ntildesmall Ogravesmall Oacutesmall Ocircumflexsmall Otildesmall
Odieresissmall OEsmall Oslashsmall Ugravesmall Uacutesmall Ucircumflexsmall Udieresissmall Yacutesmall
Thornsmall Ydieresissmall
`;

import { isScript, withoutDirectory } from "../kernel/languages.ts";

/** The codes of the languages that Debian 12 has data of, as Tesseract's data files are called. */
const LANGUAGES = `
    afr amh ara asm aze aze_cyrl bel ben bod bos bre bul cat ceb ces chi_sim chi_sim_vert chi_tra chi_tra_vert chr
    cos cym dan deu div dzo ell eng enm epo est eus fao fas fil fin fra frk frm fry gla gle glg grc guj hat heb
    hin hrv hun hye iku ind isl ita ita_old jav jpn jpn_vert kan kat kat_old kaz khm kir kmr kor kor_vert lao lat
    lav lit ltz mal mar mkd mlt mon mri msa mya nep nld nor oci ori pan pol por pus que ron rus san sin slk slv
    snd spa spa_old sqi srp srp_latn sun swa swe syr tam tat tel tgk tha tir ton tur uig ukr urd uzb uzb_cyrl vie
    yid yor
`
  .trim()
  .split(/\s+/);

/** The scripts that Debian 12 has data of, by the names of Tesseract's data files; with the last part of the package's name. */
const SCRIPTS: Readonly<Record<string, string>> = {
  Arabic: "arab",
  Armenian: "armn",
  Bengali: "beng",
  Canadian_Aboriginal: "cans",
  Cherokee: "cher",
  Cyrillic: "cyrl",
  Devanagari: "deva",
  Ethiopic: "ethi",
  Fraktur: "frak",
  Georgian: "geor",
  Greek: "grek",
  Gujarati: "gujr",
  Gurmukhi: "guru",
  HanS: "hans",
  HanS_vert: "hans-vert",
  HanT: "hant",
  HanT_vert: "hant-vert",
  Hangul: "hang",
  Hangul_vert: "hang-vert",
  Hebrew: "hebr",
  Japanese: "jpan",
  Japanese_vert: "jpan-vert",
  Kannada: "knda",
  Khmer: "khmr",
  Lao: "laoo",
  Latin: "latn",
  Malayalam: "mlym",
  Myanmar: "mymr",
  Oriya: "orya",
  Sinhala: "sinh",
  Syriac: "syrc",
  Tamil: "taml",
  Telugu: "telu",
  Thaana: "thaa",
  Thai: "thai",
  Tibetan: "tibt",
  Vietnamese: "viet",
};

/** All codes that Debian has a package of. */
export const DEBIAN_LANGUAGES: readonly string[] = [...LANGUAGES, ...Object.keys(SCRIPTS)];

/** Returns the name of Debian's package with the data of a code. */
export const debianPackageOf = (code: string): string =>
  isScript(code)
    ? `tesseract-ocr-script-${SCRIPTS[withoutDirectory(code)]}`
    : `tesseract-ocr-${code.replaceAll("_", "-")}`;

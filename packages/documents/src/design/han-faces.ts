/** The characters of China, Japan and Korea, for which the fonts of other scripts have none. */
const RANGE = "U+1100-11FF,U+2E80-303F,U+3040-9FFF,U+AC00-D7A3,U+F900-FAFF,U+FE30-FE4F,U+FF00-FFEF,U+20000-3134F";
const SOME = /[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff00-\uffef]|[\ud840-\ud884][\udc00-\udfff]/;

/** The family that themes name after their own. */
export const HAN_FAMILY = "Han";

/** The parts of Noto Sans CJK by language: the same character differs between them. */
const PARTS: Readonly<Record<string, string>> = { ja: "JP", ko: "KR", zh: "SC" };
const TRADITIONAL = /^zh-(?:.*-)?(?:hant|tw)/iu;
const HONG_KONG = /^zh-(?:.*-)?(?:hk|mo)/iu;

/**
 * Returns the style sheet with the fonts for Chinese, Japanese and Korean; empty for a text without such characters.
 * The browser finds a font for them by itself, but draws its regular weight thicker where there is a bold one.
 * @param language the language of the text as a BCP 47 tag
 */
export function hanFaces(text: string, language: string | undefined): string {
  if (!SOME.test(text)) {
    return "";
  }
  const name = `Noto Sans CJK ${partOf(language ?? "")}`;
  return face(400, name) + face(700, `${name} Bold`);
}

const face = (weight: number, name: string): string =>
  `@font-face{font-family:${HAN_FAMILY};font-weight:${weight};src:local("${name}");unicode-range:${RANGE}}`;

function partOf(language: string): string {
  if (HONG_KONG.test(language)) {
    return "HK";
  }
  return TRADITIONAL.test(language) ? "TC" : (PARTS[language.split("-")[0]?.toLowerCase() ?? ""] ?? "SC");
}

/** A value of Unicode's property Script, by its long name with underscores; "Common" for what belongs to no script. */
export type Script = string;

/** Returns the script of a cluster (UAX #24): that of a letter in it, or one that its signs are used with. */
export function scriptOf(cluster: string): Script {
  if (!OF_NO_SCRIPT.test(cluster)) {
    return SCRIPTS.find((script) => expression("Script", script).test(cluster)) ?? "Common";
  }
  if (EAST_ASIAN.test(cluster)) {
    return "Han";
  }
  return OF_ANY_SCRIPT.test(cluster)
    ? "Common"
    : (SCRIPTS.find((script) => expression("Script_Extensions", script).test(cluster)) ?? "Common");
}

/** Matches punctuation, digits and symbols, and what has no script, which fonts may have for private use. */
// oxlint-disable-next-line quire/linear-patterns -- it is one set of characters from the start of the text
const OF_NO_SCRIPT = /^[\p{Script=Common}\p{Script=Inherited}\p{Script=Unknown}]*$/u;
// oxlint-disable-next-line quire/linear-patterns -- it is one set of characters from the start of the text
const OF_ANY_SCRIPT = /^[\p{Script_Extensions=Common}\p{Script_Extensions=Inherited}\p{Script=Unknown}]*$/u;

/**
 * Matches signs of East Asian typography that Unicode gives to every script: symbols in circles, vertical and
 * full-width forms.
 */
const EAST_ASIAN = /[\u3000-\u303f\u3200-\u33ff\ufe10-\ufe1f\ufe30-\ufe4f\uff00-\uffef]/;

const expressions = new Map<string, RegExp>();

function expression(property: "Script" | "Script_Extensions", script: Script): RegExp {
  const source = `\\p{${property}=${script}}`;
  let found = expressions.get(source);
  if (found === undefined) {
    found = madeExpression(source);
    expressions.set(source, found);
  }
  return found;
}

/** Compiles an expression; one that matches nothing for a script that is newer than the Unicode of this Node. */
function madeExpression(source: string): RegExp {
  try {
    // oxlint-disable-next-line quire/linear-patterns -- it is one set of characters from the start of the text
    return new RegExp(source, "u");
  } catch {
    return /(?!)/u;
  }
}

/** All scripts, the most frequent ones first, so that few expressions are compiled for them. */
export const SCRIPTS: readonly Script[] = (
  "Latin Han Cyrillic Arabic Greek Hebrew Devanagari Thai Hiragana Katakana Hangul Bengali Tamil Telugu Gujarati Kannada " +
  "Malayalam Gurmukhi Oriya Sinhala Armenian Georgian Ethiopic Khmer Lao Myanmar Tibetan Mongolian Bopomofo Thaana Syriac " +
  "Nko Cherokee Canadian_Aboriginal Adlam Ahom Anatolian_Hieroglyphs Avestan Balinese Bamum Bassa_Vah Batak Bhaiksuki " +
  "Brahmi Braille Buginese Buhid Carian Caucasian_Albanian Chakma Cham Chorasmian Coptic Cuneiform Cypriot Cypro_Minoan " +
  "Deseret Dives_Akuru Dogra Duployan Egyptian_Hieroglyphs Elbasan Elymaic Garay Glagolitic Gothic Grantha Gunjala_Gondi " +
  "Gurung_Khema Hanifi_Rohingya Hanunoo Hatran Imperial_Aramaic Inscriptional_Pahlavi Inscriptional_Parthian Javanese " +
  "Kaithi Kawi Kayah_Li Kharoshthi Khitan_Small_Script Khojki Khudawadi Kirat_Rai Lepcha Limbu Linear_A Linear_B Lisu " +
  "Lycian Lydian Mahajani Makasar Mandaic Manichaean Marchen Masaram_Gondi Medefaidrin Meetei_Mayek Mende_Kikakui " +
  "Meroitic_Cursive Meroitic_Hieroglyphs Miao Modi Mro Multani Nabataean Nag_Mundari Nandinagari New_Tai_Lue Newa Nushu " +
  "Nyiakeng_Puachue_Hmong Ogham Ol_Chiki Ol_Onal Old_Hungarian Old_Italic Old_North_Arabian Old_Permic Old_Persian " +
  "Old_Sogdian Old_South_Arabian Old_Turkic Old_Uyghur Osage Osmanya Pahawh_Hmong Palmyrene Pau_Cin_Hau Phags_Pa " +
  "Phoenician Psalter_Pahlavi Rejang Runic Samaritan Saurashtra Sharada Shavian Siddham SignWriting Sogdian Sora_Sompeng " +
  "Soyombo Sundanese Sunuwar Syloti_Nagri Tagalog Tagbanwa Tai_Le Tai_Tham Tai_Viet Takri Tangsa Tangut Tifinagh Tirhuta " +
  "Todhri Toto Tulu_Tigalari Ugaritic Vai Vithkuqi Wancho Warang_Citi Yezidi Yi Zanabazar_Square"
).split(" ");

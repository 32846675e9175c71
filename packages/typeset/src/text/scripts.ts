/** A script by the four letters of ISO 15924; "Zyyy" is Common, "Zinh" is Inherited (UAX #24). */
export type Script = string;

/** Unicode's scripts, the frequent ones first. */
const names =
  "Zyyy Latn Zinh Hani Arab Cyrl Hira Kana Hang Grek Hebr Deva Thai Beng Taml Telu Gujr Guru Knda Mlym Orya Sinh Laoo " +
  "Mymr Khmr Tibt Ethi Geor Armn Mong Syrc Thaa Cher Cans Bopo Adlm Aghb Ahom Armi Avst Bali Bamu Bass Batk Berf Bhks " +
  "Brah Brai Bugi Buhd Cakm Cari Cham Chrs Copt Cpmn Cprt Diak Dogr Dsrt Dupl Egyp Elba Elym Gara Glag Gong Gonm Goth " +
  "Gran Gukh Hano Hatr Hluw Hmng Hmnp Hung Ital Java Kali Kawi Khar Khoj Kits Krai Kthi Lana Lepc Limb Lina Linb Lisu " +
  "Lyci Lydi Mahj Maka Mand Mani Marc Medf Mend Merc Mero Modi Mroo Mtei Mult Nagm Nand Narb Nbat Newa Nkoo Nshu Ogam " +
  "Olck Onao Orkh Osge Osma Ougr Palm Pauc Perm Phag Phli Phlp Phnx Plrd Prti Rjng Rohg Runr Samr Sarb Saur Sgnw Shaw " +
  "Shrd Sidd Sidt Sind Sogd Sogo Sora Soyo Sund Sunu Sylo Tagb Takr Tale Talu Tang Tavt Tayo Tfng Tglg Tirh Tnsa Todr " +
  "Tols Toto Tutg Ugar Vaii Vith Wara Wcho Xpeo Xsux Yezi Yiii Zanb";

interface NamedScript {
  readonly name: Script;
  readonly characters: RegExp;
}

/**
 * The expressions for the whole process, made when the first character is looked up, because they take a few
 * milliseconds.
 */
let scripts: readonly NamedScript[] | undefined;
/**
 * For each code point that was looked up, one more than its place in `scripts`; 255 where it is in none of them, 0 for
 * others.
 */
let known: Uint8Array | undefined;

const unknown = 255;

/** Returns the property Script of a character; "Zyyy" where it has none. */
export function scriptOf(character: string): Script {
  scripts ??= names.split(" ").flatMap(namedScript);
  known ??= new Uint8Array(0x110000);
  const codePoint = character.codePointAt(0) ?? 0;
  if (known[codePoint] === 0) {
    const place = scripts.findIndex(({ characters }) => characters.test(character));
    known[codePoint] = place < 0 ? unknown : place + 1;
  }
  return scripts[(known[codePoint] ?? unknown) - 1]?.name ?? "Zyyy";
}

/** Makes the expression for a script; none for a script that is newer than the Unicode of this Node. */
function namedScript(name: Script): NamedScript[] {
  try {
    // oxlint-disable-next-line quire/linear-patterns -- it is one character
    return [{ name, characters: new RegExp(`^\\p{Script=${name}}`, "u") }];
  } catch {
    return [];
  }
}

/** Returns whether characters of the script take that of the text around them. */
export function isShared(script: Script): boolean {
  return script === "Zyyy" || script === "Zinh";
}

/** Returns the script of several characters: that of the first one with a script that is not shared. */
export function scriptOfAll(characters: string): Script {
  for (const character of characters) {
    const script = scriptOf(character);
    if (!isShared(script)) {
      return script;
    }
  }
  return "Zyyy";
}

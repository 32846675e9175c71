import { type CosArray, Dict, Name } from "@quire/cos";
import { encodingNamed, Font, listedUnicodeOf, simpleEncodingOf, trueTypeNameOf } from "@quire/fonts";
import type { Correction } from "../conversion.ts";
import { codeTexts } from "../fonts/code-texts.ts";
import { toUnicodeOf } from "../fonts/to-unicode.ts";

const SYMBOLIC = 1 << 2;
const NONSYMBOLIC = 1 << 5;
/** The encodings that a TrueType font may have, or begin with. */
const PERMITTED: ReadonlySet<string | undefined> = new Set(["WinAnsiEncoding", "MacRomanEncoding"]);

/**
 * Gives TrueType fonts an encoding of the form that they may have: symbolic ones have none, others that of Windows or Mac
 * OS, with differences from part 2 on (ISO 19005-1, 6.3.7; -2 and -3, 6.2.11.6; -4, 6.2.10.6).
 */
export const trueTypeEncoding: Correction = {
  dictionary(dict, found, { changes, part, document, bounds }) {
    if (dict.name("Subtype") !== "TrueType" || !dict.has("BaseFont")) {
      return;
    }
    const font = new Font(dict);
    const { base, differences, isPresent } = simpleEncodingOf(dict);
    if (font.fontFile === undefined || (font.isSymbolic ? !isPresent : PERMITTED.has(base))) {
      return;
    }
    if (!font.isSymbolic) {
      dict.set("Encoding", isPresent && part !== 1 ? asDifferences(dict) : new Name("WinAnsiEncoding"));
    } else if (differences === undefined && PERMITTED.has(base)) {
      // With an encoding, it is meant as a font of letters.
      font.descriptor?.set("Flags", ((font.descriptor.integer("Flags") ?? 0) & ~SYMBOLIC) | NONSYMBOLIC);
    } else {
      if (!dict.has("ToUnicode")) {
        // The encoding may be all that says what the codes stand for.
        dict.set("ToUnicode", document.add(toUnicodeOf(codeTexts(dict, bounds))));
      }
      dict.delete("Encoding");
    }
    changes.note("font_entries_mended", found, "Encoding");
  },
};

/** Writes an encoding as that of Windows and the codes at which it differs, as far as their names are known ones. */
function asDifferences(dict: Dict): Dict {
  const encoding = simpleEncodingOf(dict);
  const windows = encodingNamed("WinAnsiEncoding");
  const differences: CosArray = [];
  for (let code = 0; code < 256; code++) {
    const name = trueTypeNameOf(code, encoding) ?? encodingNamed("StandardEncoding")?.get(code);
    if (name !== undefined && name !== windows?.get(code) && listedUnicodeOf(name) !== undefined) {
      differences.push(code, new Name(name));
    }
  }
  return new Dict([
    ["Type", new Name("Encoding")],
    ["BaseEncoding", new Name("WinAnsiEncoding")],
    ...(differences.length === 0 ? [] : [["Differences", differences] as const]),
  ]);
}

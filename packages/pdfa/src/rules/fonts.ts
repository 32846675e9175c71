import { NO_CID_FONT } from "../fonts/glyph-readers.ts";
import { Font } from "@quire/fonts";
import { CosString, Dict } from "@quire/cos";
import { actualTextReader } from "../fonts/actual-text.ts";
import { type FontUse, FontUses } from "../fonts/font-uses.ts";
import type { Place } from "../place.ts";
import type { Emit, Validation, ValidationPart } from "../validation.ts";
import { COMPOSITE_RULES } from "./fonts/composite.ts";
import { EMBEDDING_RULES } from "./fonts/embedding.ts";
import { FONT_TYPE_RULES } from "./fonts/font-types.ts";
import { GLYPH_RULES } from "./fonts/glyphs.ts";
import { SUBSET_RULES } from "./fonts/subsets.ts";
import { TRUE_TYPE_RULES } from "./fonts/true-type.ts";
import { UNICODE_RULES } from "./fonts/unicode.ts";
import type { RuleGroup } from "./rule-group.ts";

/** The rules on fonts and the glyphs that are shown with them: ISO 19005-1, 6.3; -2 and -3, 6.2.11; -4, 6.2.10. */
export const fonts: RuleGroup = {
  name: "fonts",
  rules: [
    ...FONT_TYPE_RULES,
    ...COMPOSITE_RULES,
    ...EMBEDDING_RULES,
    ...SUBSET_RULES,
    ...TRUE_TYPE_RULES,
    ...GLYPH_RULES,
    ...UNICODE_RULES,
  ],
  begin: beginFonts,
};

function beginFonts(validation: Validation): ValidationPart {
  const uses = new FontUses(validation);
  const hasActualText = actualTextReader(validation);
  const objectNumbers = new Map<Dict, number>();
  const actualTexts = new Map<Dict, Place>();
  return {
    subscribes: {
      text(text, place) {
        uses.add(text, hasActualText(text), place);
      },
      operation({ properties }, place) {
        noteActualText(properties, place, actualTexts);
      },
      object({ object: { number, value } }) {
        if (value instanceof Dict && (value.entries.has("BaseFont") || value.entries.has("CharProcs"))) {
          objectNumbers.set(value, number);
        }
      },
      "structure-element"({ dict }, place) {
        noteActualText(dict, place, actualTexts);
      },
    },
    end(emit) {
      for (const use of uses.all) {
        emitFont(use, { emit, objectNumbers });
      }
      for (const [dict, place] of actualTexts) {
        const bytes = dict.bytes("ActualText");
        if (bytes !== undefined) {
          emit("actual-text", bytes, place);
        }
      }
    },
  };
}

function noteActualText(dict: Dict | undefined, place: Place, noted: Map<Dict, Place>): void {
  if (dict?.entries.has("ActualText") && dict.get("ActualText") instanceof CosString && !noted.has(dict)) {
    noted.set(dict, place);
  }
}

function emitFont(
  { font, reader, place, isRendered, codes }: FontUse,
  { emit, objectNumbers }: { readonly emit: Emit; readonly objectNumbers: ReadonlyMap<Dict, number> },
): void {
  const placeOf = ({ dict }: Font, page: number | undefined): Place => ({
    object: objectNumbers.get(dict),
    page,
    at: font.label,
  });
  const shown = [...codes.values()].map((use) => ({ use, facts: reader.factsOf(use.code, use.lengthBytes) }));
  const glyphs = shown.map(({ facts }) => facts);
  const { cidFont, encoding, program, programProblem } = reader;
  if (cidFont === undefined) {
    emit("font", { font, isRendered, glyphs, encoding, program, programProblem }, placeOf(font, place.page));
  } else {
    const ofComposite = { glyphs, encoding, program: undefined, programProblem: undefined };
    emit("font", { font, isRendered, ...ofComposite }, placeOf(font, place.page));
    const ofCidFont = { glyphs, encoding: undefined, program, programProblem };
    const isThere = cidFont.dict !== NO_CID_FONT;
    emit("font", { font: cidFont, isRendered: isRendered && isThere, ...ofCidFont }, placeOf(cidFont, place.page));
  }
  for (const { use, facts } of shown) {
    const glyph = { font, facts, isRendered: use.isRendered, hasActualText: use.hasActualText };
    emit("glyph", glyph, placeOf(font, use.place.page));
  }
}

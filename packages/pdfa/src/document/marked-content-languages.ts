import { type Dict, decodeTextString } from "@quire/cos";
import type { Place } from "../place.ts";
import type { ValidationPart } from "../validation.ts";

/** Emits the languages in property lists of marked content (ISO 32000-2, 14.9.2), each once, at the end. */
export function markedContentLanguages(): Pick<ValidationPart, "subscribes" | "end"> {
  const found = new Map<string, Place>();
  const known = new WeakSet<Dict>();
  return {
    subscribes: {
      operation({ properties }, place) {
        if (properties === undefined || known.has(properties)) {
          return;
        }
        known.add(properties);
        const language = properties.bytes("Lang");
        if (language !== undefined && found.size < MAX_LANGUAGES) {
          const text = decodeTextString(language);
          found.set(text, found.get(text) ?? { ...place, at: "BDC/Lang" });
        }
      },
    },
    end(emit) {
      for (const [language, place] of found) {
        emit("language", language, place);
      }
    },
  };
}

/** The number of different languages that are kept; documents have a few. */
const MAX_LANGUAGES = 10_000;

import { type CosDocument, type CosValue, Dict, decodeTextString, fieldAndAncestors, Ref, resolve } from "@quire/cos";
import { shownText } from "@quire/metadata";
import { LIMITS } from "../description.ts";

/** A field of the interactive form that has no fields beneath it (ISO 32000-2, 12.7.4). */
export interface TerminalField {
  readonly dict: Dict;
  /** Its type, inherited where it has none: `Tx`, `Btn`, `Ch` or `Sig`. */
  readonly type: string | undefined;
  /** The widgets: its kids, or itself. */
  readonly widgets: readonly Dict[];
}

/** Returns the terminal fields of a document in the order of the form, each once. */
export function terminalFields({ catalog, bounds }: CosDocument): TerminalField[] {
  const fields: TerminalField[] = [];
  const visited = new Set<Dict>();
  const pending: CosValue[] = [...(catalog.dict("AcroForm")?.array("Fields") ?? [])].toReversed();
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    bounds.step();
    const dict = next instanceof Ref || next instanceof Dict ? resolve(next) : null;
    if (!(dict instanceof Dict) || visited.has(dict)) {
      continue;
    }
    visited.add(dict);
    const kids = (dict.array("Kids") ?? []).filter((kid) => resolve(kid) instanceof Dict);
    // A kid without a partial name is a widget (12.7.4.2).
    const below = kids.filter((kid) => isField(resolve(kid)));
    if (below.length > 0) {
      // Arrays may be longer than a call takes arguments.
      for (const kid of below.toReversed()) {
        pending.push(kid);
      }
    } else {
      const widgets = kids.flatMap((kid) => {
        const widget = resolve(kid);
        return widget instanceof Dict ? [widget] : [];
      });
      fields.push({ dict, type: inherited(dict, "FT"), widgets: widgets.length > 0 ? widgets : [dict] });
    }
  }
  return fields;
}

const isField = (value: unknown): boolean => value instanceof Dict && value.has("T");

function inherited(field: Dict, key: string): string | undefined {
  for (const dict of fieldAndAncestors(field)) {
    const value = dict.name(key);
    if (value !== undefined) {
      return value;
    }
  }
  return undefined;
}

/** Returns the fully qualified name (12.7.4.2); null where no part has one. */
export function fieldName(field: Dict): string | null {
  const parts: string[] = [];
  for (const dict of fieldAndAncestors(field)) {
    const bytes = dict.bytes("T");
    if (bytes !== undefined) {
      parts.unshift(decodeTextString(bytes));
    }
  }
  return parts.length === 0 ? null : shownText(parts.join("."), LIMITS.nameCharacters);
}

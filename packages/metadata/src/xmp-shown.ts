import type { XmpItem, XmpPacket, XmpProperty, XmpValue } from "@quire/pdfa/xmp";
import { METADATA_LIMITS, type XmpMetadata, type XmpShown } from "./options.ts";
import { shownText } from "./shown-text.ts";

const { characters, nameCharacters, entries, totalCharacters, depth: maxDepth } = METADATA_LIMITS;
/** The number of values of a packet that are shown, however they are nested. */
const MAX_VALUES = 5000;

/** Returns what is shown of a packet whose stream has so many bytes. */
export function shownPacket(packet: XmpPacket, sizeBytes: number): XmpMetadata {
  const values = new Values();
  const names = new Set<string>();
  const properties = packet.properties.slice(0, entries).map((property) => {
    const qualified = nameOf(property);
    // Two schemas may have one prefix.
    const name = shownText(names.has(qualified) ? `{${property.uri}}${property.local}` : qualified, nameCharacters);
    names.add(qualified);
    return { name, value: values.shown(property.value, 0) };
  });
  const problem = packet.problem === undefined ? null : shownText(packet.problem, nameCharacters);
  return { sizeBytes, problem, properties, total: packet.properties.length };
}

const nameOf = ({ prefix, local }: XmpProperty): string => (prefix === "" ? local : `${prefix}:${local}`);

class Values {
  #left = MAX_VALUES;
  #charactersLeft = totalCharacters;

  shown(value: XmpValue, depth: number): XmpShown {
    this.#left -= 1;
    switch (value.kind) {
      case "simple":
        return this.#text(value.text);
      case "array":
        return depth >= maxDepth ? [] : this.#array(value.items, value.form === "Alt", depth);
      case "structure":
        return depth >= maxDepth ? {} : this.#members(value.fields, nameOf, depth);
      default:
        return value satisfies never;
    }
  }

  #text(text: string): string {
    const shown = shownText(text, Math.max(1, Math.min(characters, this.#charactersLeft)));
    this.#charactersLeft -= shown.length;
    return shown;
  }

  #array(items: readonly XmpItem[], isAlt: boolean, depth: number): XmpShown {
    const areByLanguage = isAlt && items.every(({ language }) => language !== undefined);
    return areByLanguage
      ? this.#members(items, ({ language = "" }) => language, depth)
      : this.#some(items).map((item) => this.shown(item.value, depth + 1));
  }

  #members<Item extends XmpItem>(
    items: readonly Item[],
    name: (item: Item) => string,
    depth: number,
  ): { readonly [name: string]: XmpShown } {
    return Object.fromEntries(
      this.#some(items).map((item) => [shownText(name(item), nameCharacters), this.shown(item.value, depth + 1)]),
    );
  }

  #some<Item>(items: readonly Item[]): readonly Item[] {
    return items.slice(0, Math.max(0, Math.min(entries, this.#left)));
  }
}

/** Returns the texts of a value: that of a simple one, those of an array, of languages the default one or the first. */
export function textsOf(value: XmpValue): readonly string[] {
  switch (value.kind) {
    case "simple":
      return [value.text];
    case "array": {
      const chosen = value.items.find(({ language }) => language === "x-default") ?? value.items[0];
      const items = value.form === "Alt" ? (chosen === undefined ? [] : [chosen]) : value.items;
      return items.flatMap((item) => (item.value.kind === "simple" ? [item.value.text] : []));
    }
    case "structure":
      return [];
    default:
      return value satisfies never;
  }
}

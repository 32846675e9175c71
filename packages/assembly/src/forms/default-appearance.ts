import { type Bounds, Lexer, Token } from "@quire/cos";

/** The endings that names of default resources have now, by category and by the old name. */
export type NameEndings = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** A name in a default appearance string. */
export interface ResourceName {
  /** The category of the resource, such as `Font`. */
  readonly category: string;
  readonly name: string;
  /** The index of the byte behind the name. */
  readonly end: number;
}

/** Returns the resources that a default appearance string uses (ISO 32000-2, 12.7.4.3), in their order. */
export function resourceNames(appearance: Uint8Array, bounds: Bounds): ResourceName[] {
  const lexer = new Lexer(appearance);
  const names: ResourceName[] = [];
  let last: { readonly name: string; readonly end: number } | undefined;
  while (lexer.next() !== Token.end) {
    bounds.step();
    if (lexer.kind === Token.name) {
      last = { name: lexer.name, end: lexer.position };
    } else if (lexer.kind === Token.keyword) {
      const category = CATEGORY_OF.get(lexer.keyword);
      if (last !== undefined && category !== undefined) {
        names.push({ category, ...last });
      }
      last = undefined;
    }
  }
  return names;
}

/**
 * Returns the default appearance string with the new names of resources; undefined when it uses none that has a new
 * one.
 */
export function appearanceWithNewNames(
  appearance: Uint8Array,
  endings: NameEndings,
  bounds: Bounds,
): Uint8Array | undefined {
  const pieces: Uint8Array[] = [];
  let copied = 0;
  for (const { category, name, end } of endings.size === 0 ? [] : resourceNames(appearance, bounds)) {
    const ending = endings.get(category)?.get(name);
    if (ending !== undefined) {
      pieces.push(appearance.subarray(copied, end), Buffer.from(ending, "latin1"));
      copied = end;
    }
  }
  return pieces.length === 0 ? undefined : Buffer.concat([...pieces, appearance.subarray(copied)]);
}

/** The category in which each operator that a default appearance may have looks its resource up. */
const CATEGORY_OF: ReadonlyMap<string, string> = new Map([
  ["Tf", "Font"],
  ["gs", "ExtGState"],
  ["cs", "ColorSpace"],
  ["CS", "ColorSpace"],
]);

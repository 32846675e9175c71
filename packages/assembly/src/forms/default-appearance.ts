import { type Bounds, Lexer, Token } from "@quire/cos";

/** What names of default resources now have at their end, by category, and by the old name. */
export type NameEndings = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** A name in a default appearance string. */
export interface ResourceName {
  /** Of the resources, as `Font`. */
  readonly category: string;
  readonly name: string;
  /** The index of the byte behind it. */
  readonly end: number;
}

/** The resources that a default appearance string uses (ISO 32000-2, 12.7.4.3), in their order. */
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

/** The default appearance string with the new names of resources; undefined when it uses none that has a new one. */
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

/** Where operators that may be in default appearances look for the resource that they name. */
const CATEGORY_OF: ReadonlyMap<string, string> = new Map([
  ["Tf", "Font"],
  ["gs", "ExtGState"],
  ["cs", "ColorSpace"],
  ["CS", "ColorSpace"],
]);

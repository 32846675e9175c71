import { Name } from "@quire/cos";
import type { Validation } from "../validation.ts";

/**
 * The standard types of PDF Reference 1.4, 9.7.4: grouping, block-level and inline-level elements, and illustrations.
 */
const TYPES_1_4 = new Set(
  (
    "Document Part Art Sect Div BlockQuote Caption TOC TOCI Index NonStruct Private " +
    "P H H1 H2 H3 H4 H5 H6 L LI Lbl LBody Table TR TH TD " +
    "Span Quote Note Reference BibEntry Code Link Figure Formula Form"
  ).split(" "),
);
/** The standard types of ISO 32000-1, 14.8.4. */
export const TYPES_1_7: ReadonlySet<string> = new Set([
  ...TYPES_1_4,
  ..."THead TBody TFoot Annot Ruby RB RT RP Warichu WT WP".split(" "),
]);

/** The result of applying the role map (ISO 32000-1, 14.7.3) to a structure type. */
export interface MappedType {
  /** The standard type that it is or is mapped to; undefined where it leads to none. */
  readonly standard: string | undefined;
  /** Whether roles lead back to one another. */
  readonly isCircular: boolean;
  /** The role that a standard type has nevertheless, where that role is no standard type. */
  readonly remappedTo: string | undefined;
}

/** Maps structure types to standard ones; each is looked up once. */
export class RoleMap {
  readonly #roles = new Map<string, string>();
  readonly #standard: ReadonlySet<string>;
  readonly #mapped = new Map<string, MappedType>();

  constructor(validation: Validation) {
    this.#standard = validation.part === 1 ? TYPES_1_4 : TYPES_1_7;
    const roles = validation.document.catalog.dict("StructTreeRoot")?.dict("RoleMap");
    for (const key of roles?.keys() ?? []) {
      const role = roles?.get(key);
      if (role instanceof Name) {
        this.#roles.set(key, role.value);
      }
    }
  }

  mapped(type: string): MappedType {
    const known = this.#mapped.get(type);
    if (known !== undefined) {
      return known;
    }
    if (this.#standard.has(type)) {
      const role = this.#roles.get(type);
      const isStandard = role === undefined || this.#standard.has(role);
      return { standard: type, isCircular: false, remappedTo: isStandard ? undefined : role };
    }
    const way = new Set<string>();
    let role: string | undefined = type;
    let found: MappedType | undefined;
    while (role !== undefined && !this.#standard.has(role) && !way.has(role) && found === undefined) {
      way.add(role);
      role = this.#roles.get(role);
      found = role === undefined ? undefined : this.#mapped.get(role);
    }
    const isCircular = role !== undefined && way.has(role);
    found ??= { standard: isCircular ? undefined : role, isCircular, remappedTo: undefined };
    // All types on the way lead to the same one.
    for (const passed of way) {
      this.#mapped.set(passed, found);
    }
    return found;
  }
}

/** Makes the document's role map; obtain it by `validation.shared(documentRoles)`. */
export const documentRoles = (validation: Validation): RoleMap => new RoleMap(validation);

import { asDict, type Dict, Name, resolve } from "@quire/cos";

/** The standard types that structure types of one document stand for. */
export class RoleMap {
  readonly #roles: Dict | undefined;

  constructor(root: Dict) {
    this.#roles = root.dict("RoleMap");
  }

  /** Returns the standard type of an element; its own type where no map leads to a standard one. */
  roleOf(element: Dict): string | undefined {
    const own = element.name("S");
    if (own === undefined) {
      return undefined;
    }
    return this.#follow(roleInNamespace(element, own) ?? own) ?? own;
  }

  /** Follows the role map (ISO 32000-2, 14.7.3): one name leads to another, if need be over several. */
  #follow(own: string): string | undefined {
    let role = own;
    for (let steps = 0; steps < MAX_STEPS; steps++) {
      if (STANDARD.has(role)) {
        return role;
      }
      const next = this.#roles?.name(role);
      if (next === undefined || next === role) {
        return undefined;
      }
      role = next;
    }
    return undefined;
  }
}

const MAX_STEPS = 32;

/**
 * Returns the role in the map of the element's namespace (14.7.4.2), whose values are names, or arrays of a name and a
 * namespace.
 */
function roleInNamespace(element: Dict, own: string): string | undefined {
  const value = asDict(element.get("NS"))?.dict("RoleMapNS")?.get(own);
  const first = Array.isArray(value) ? resolve(value[0]) : value;
  return first instanceof Name ? first.value : undefined;
}

/** Standard structure types of PDF 1.7 and 2.0 (14.8.4), without H1, H2 and so on. */
const STANDARD_TYPES = [
  "Document DocumentFragment Part Art Sect Div Aside NonStruct Private BlockQuote TOC TOCI Index",
  "P H Title FENote Sub Lbl Span Em Strong Quote Note Reference BibEntry Code Link Annot Form Ruby RB RT RP Warichu WT WP",
  "L LI LBody Table TR TH TD THead TBody TFoot Caption Figure Formula Artifact",
];

const STANDARD: ReadonlySet<string> = new Set([
  ...STANDARD_TYPES.flatMap((types) => types.split(" ")),
  ...Array.from({ length: 20 }, (_, index) => `H${index + 1}`),
]);

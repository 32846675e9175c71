import { type CosDirect, CosString, Dict, decodeTextString, Name, resolve } from "@quire/cos";
import { TYPES_1_7 } from "../document/structure-types.ts";
import type { Validation } from "../validation.ts";
import type { StructureType } from "./tagged-element.ts";

const PDF_1_7 = "http://iso.org/pdf/ssn";
export const PDF_2_0 = "http://iso.org/pdf2/ssn";
const MATHML = "http://www.w3.org/1998/Math/MathML";

/** The standard types of ISO 32000-2, 14.8.4, besides headings of all levels. */
const TYPES_2_0 = new Set(
  (
    "Document DocumentFragment Part Sect Div Aside NonStruct P H Title FENote Sub Lbl Span Em Strong Link Annot Form " +
    "Ruby RB RT RP Warichu WT WP L LI LBody Table TR TH TD THead TBody TFoot Caption Figure Formula Artifact"
  ).split(" "),
);
const HEADING = /^H[1-9]\d*$/u;

/** Returns whether a standard type is a heading with a level (14.8.4.4, table 370). */
export const isNumberedHeading = (role: string | undefined): boolean => role !== undefined && HEADING.test(role);

/** Applies role maps to structure types: the one of the tree and, from PDF 2.0 on, those of namespaces (14.8.6.2). */
export class Roles {
  readonly #roles = new Map<string, string>();
  readonly #hasNamespaces: boolean;
  readonly #standard = new Map<Dict | undefined, Map<string, StructureType | undefined>>();

  constructor({ document, part }: Validation) {
    this.#hasNamespaces = part === 4;
    const roles = document.catalog.dict("StructTreeRoot")?.dict("RoleMap");
    for (const key of roles?.keys() ?? []) {
      const role = roles?.name(key);
      if (role !== undefined) {
        this.#roles.set(key, role);
      }
    }
  }

  /** Returns the type of an element as it is written; undefined where it has none. */
  typeOf(element: Dict): StructureType | undefined {
    const name = element.name("S");
    return name === undefined ? undefined : typeIn(name, this.#hasNamespaces ? element.get("NS") : null);
  }

  /** Returns the standard type that a type is or is mapped to; undefined where there is none. */
  standardOf(type: StructureType): StructureType | undefined {
    let known = this.#standard.get(type.namespace);
    if (known === undefined) {
      known = new Map();
      this.#standard.set(type.namespace, known);
    }
    if (!known.has(type.name)) {
      known.set(type.name, this.#standardOf(type));
    }
    return known.get(type.name);
  }

  /** Returns whether a type is a standard one as it is written. */
  isStandard({ name, namespace, uri }: StructureType): boolean {
    if (!this.#hasNamespaces || namespace === undefined || uri === undefined || uri === PDF_1_7) {
      return TYPES_1_7.has(name);
    }
    return uri === PDF_2_0 ? TYPES_2_0.has(name) || HEADING.test(name) : uri === MATHML;
  }

  /** Returns whether roles lead from a type back to one of them. */
  isCircular(type: StructureType): boolean {
    const way = new Set<string>();
    for (let name: string | undefined = type.name; name !== undefined; name = this.#roles.get(name)) {
      if (way.has(name)) {
        return true;
      }
      way.add(name);
    }
    return this.#hasNamespaces && this.#returnTo(type)?.isSame === true;
  }

  /** Returns the standard type that has another role nevertheless, its own or that of the type it is mapped to. */
  remapped(type: StructureType): string | undefined {
    const standard = this.standardOf(type);
    if (this.isStandard(type)) {
      return standard !== undefined && areEqual(type, standard) ? undefined : type.name;
    }
    const again = standard && this.standardOf(standard);
    return standard === undefined || (again !== undefined && areEqual(again, standard)) ? undefined : standard.name;
  }

  /** Returns the type to which roles lead back into a namespace that they started from or passed. */
  sameNamespaceRole(type: StructureType): string | undefined {
    const back = this.#hasNamespaces ? this.#returnTo(type) : undefined;
    return back === undefined || back.isSame ? undefined : back.name;
  }

  #standardOf(type: StructureType): StructureType | undefined {
    const way = new Way(type);
    let role = this.#roleOf(type);
    if (role === undefined || way.has(role)) {
      return this.isStandard(type) ? type : undefined;
    }
    while (role !== undefined && !way.has(role)) {
      if (this.isStandard(role)) {
        return role;
      }
      way.add(role);
      role = this.#roleOf(role);
    }
    return undefined;
  }

  #roleOf({ name, namespace, uri }: StructureType): StructureType | undefined {
    if (namespace !== undefined) {
      const roles = namespace.dict("RoleMapNS");
      if (roles !== undefined) {
        return roleIn(roles.get(name));
      }
      if (uri !== PDF_1_7) {
        return undefined;
      }
    }
    const role = this.#roles.get(name);
    return role === undefined ? undefined : { name: role, namespace: undefined, uri: undefined };
  }

  /** Follows roles of namespaces until one leads into a namespace again; `isSame` where it is the same type as well. */
  #returnTo(type: StructureType): { readonly name: string; readonly isSame: boolean } | undefined {
    const way = new Way(type);
    const passed = new Map<string, string>();
    let last = type;
    for (;;) {
      const roles: Dict | undefined = last.namespace?.dict("RoleMapNS");
      const next: StructureType | undefined = roles && roleIn(roles.get(last.name));
      if (last.uri !== undefined) {
        passed.set(last.uri, last.name);
      }
      const before = next?.uri === undefined ? undefined : passed.get(next.uri);
      if (next !== undefined && before !== undefined) {
        return { name: next.name, isSame: next.name === before };
      }
      if (next === undefined || way.has(next)) {
        return undefined;
      }
      way.add(next);
      last = next;
    }
  }
}

/** Returns whether a standard type is one of MathML. */
export const isMath = ({ uri }: StructureType): boolean => uri === MATHML;

function typeIn(name: string, namespace: CosDirect): StructureType {
  if (!(namespace instanceof Dict)) {
    return { name, namespace: undefined, uri: undefined };
  }
  const uri = namespace.get("NS");
  return { name, namespace, uri: uri instanceof CosString ? decodeTextString(uri.bytes) : undefined };
}

/** Returns the role in a RoleMapNS: a name, or a name and its namespace (table 356). */
function roleIn(value: CosDirect): StructureType | undefined {
  const [name, namespace] = Array.isArray(value) ? value.map(resolve) : [value, null];
  return name instanceof Name ? typeIn(name.value, namespace ?? null) : undefined;
}

const areEqual = (one: StructureType, other: StructureType): boolean =>
  one.name === other.name && one.uri === other.uri;

/** The types that roles have led to. */
class Way {
  readonly #passed = new Map<Dict | undefined, Set<string>>();

  constructor(first: StructureType) {
    this.add(first);
  }

  add({ name, namespace }: StructureType): void {
    const names = this.#passed.get(namespace) ?? new Set();
    names.add(name);
    this.#passed.set(namespace, names);
  }

  has({ name, namespace }: StructureType): boolean {
    return this.#passed.get(namespace)?.has(name) ?? false;
  }
}

import { type Bounds, type CosValue, Dict, isName, Name } from "@quire/cos";
import { freeName } from "./renames.ts";
import { isSameValue } from "./same-value.ts";

/**
 * The joined /RoleMap of several documents (ISO 32000-2, 14.8.4.1), which maps each type directly to its final role. A
 * type that an earlier document maps to another role is renamed.
 */
export class JoinedRoleMap {
  readonly #roles = new Map<string, string>();
  #documents = 0;

  /** Adds the role map of one more document; returns the new names of types by the old ones. */
  join(roleMap: Dict | undefined, bounds: Bounds): Map<string, string> {
    const renames = new Map<string, string>();
    this.#documents++;
    for (const type of roleMap?.keys() ?? []) {
      bounds.step();
      const role = roleMap && finalRole(type, roleMap);
      if (role === undefined) {
        continue;
      }
      const known = this.#roles.get(type) ?? (STANDARD_TYPES.has(type) ? type : role);
      if (known === role) {
        this.#roles.set(type, role);
      } else {
        const renamed = freeName(type, this.#documents, (name) => this.#roles.has(name) || roleMap?.has(name) === true);
        renames.set(type, renamed);
        this.#roles.set(renamed, role);
      }
    }
    return renames;
  }

  /** The joined role map; undefined when it is empty. */
  get dict(): Dict | undefined {
    return this.#roles.size > 0 ? new Dict([...this.#roles].map(([type, role]) => [type, new Name(role)])) : undefined;
  }
}

/**
 * The joined /ClassMap of several documents (14.7.6.2). A class that an earlier document has with other attributes is
 * renamed.
 */
export class JoinedClassMap {
  readonly #classes = new Map<string, CosValue>();
  #documents = 0;

  /** Adds the class map of one more document; returns the new names of classes by the old ones. */
  join(classMap: Dict | undefined, bounds: Bounds): Map<string, string> {
    const renames = new Map<string, string>();
    this.#documents++;
    for (const [name, attributes] of classMap?.entries ?? []) {
      bounds.step();
      const known = this.#classes.get(name);
      if (known === undefined) {
        this.#classes.set(name, attributes);
      } else if (!isSameValue(known, attributes)) {
        const renamed = freeName(
          name,
          this.#documents,
          (other) => this.#classes.has(other) || classMap?.has(other) === true,
        );
        renames.set(name, renamed);
        this.#classes.set(renamed, attributes);
      }
    }
    return renames;
  }

  /** The joined class map; undefined when it is empty. */
  get dict(): Dict | undefined {
    return this.#classes.size > 0 ? new Dict(this.#classes) : undefined;
  }
}

/** The length of a chain of types beyond which it is taken for a loop. */
const MAX_CHAIN = 32;

function finalRole(type: string, roleMap: Dict): string | undefined {
  let role = roleMap.name(type);
  for (let length = 0; role !== undefined && length < MAX_CHAIN; length++) {
    const next = roleMap.get(role);
    if (!(next instanceof Name) || isName(next, role)) {
      return role;
    }
    role = next.value;
  }
  return roleMap.name(type);
}

/** The standard types of PDF 1.7, whose namespace is the default one (14.8.6.1). */
const STANDARD_TYPES = new Set(
  (
    "Document Part Art Sect Div BlockQuote Caption TOC TOCI Index NonStruct Private P H H1 H2 H3 H4 H5 H6 L LI Lbl " +
    "LBody Table TR TH TD THead TBody TFoot Span Quote Note Reference BibEntry Code Link Annot Ruby RB RT RP Warichu " +
    "WT WP Figure Formula Form"
  ).split(" "),
);

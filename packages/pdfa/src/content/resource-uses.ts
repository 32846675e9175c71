import type { ResourceCategory } from "@quire/cos";
import type { NamedResource, ResourceScope } from "./resource-scope.ts";

/** Looks up the names of a content stream, and records those that its own resources lack. */
export class ResourceUses {
  readonly inherited = new Set<string>();
  readonly undefined = new Set<string>();
  usesResources = false;
  readonly #scope: ResourceScope;

  constructor(scope: ResourceScope) {
    this.#scope = scope;
  }

  /** Whether all names were found among the stream's own resources. */
  get isSelfContained(): boolean {
    return this.inherited.size === 0 && this.undefined.size === 0;
  }

  find(category: ResourceCategory, name: string): NamedResource {
    const resource = this.#scope.get(category, name);
    this.usesResources = true;
    if (resource.origin !== "own") {
      note(resource.origin === "inherited" ? this.inherited : this.undefined, category, name);
    }
    return resource;
  }

  /** Notes a name whose value is none of its category: it is defined nowhere. */
  noteInvalid(category: ResourceCategory, name: string): void {
    this.inherited.delete(keyOf(category, name));
    note(this.undefined, category, name);
  }
}

function note(names: Set<string>, category: ResourceCategory, name: string): void {
  if (names.size < MAX_NAMES) {
    names.add(keyOf(category, name));
  }
}

const keyOf = (category: ResourceCategory, name: string): string => `${category}/${name.slice(0, MAX_NAME_LENGTH)}`;

const MAX_NAMES = 100;
const MAX_NAME_LENGTH = 128;

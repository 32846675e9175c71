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
      const names = resource.origin === "inherited" ? this.inherited : this.undefined;
      if (names.size < MAX_NAMES) {
        names.add(`${category}/${name.slice(0, MAX_NAME_LENGTH)}`);
      }
    }
    return resource;
  }
}

const MAX_NAMES = 100;
const MAX_NAME_LENGTH = 128;

import { type Bounds, Dict, type Page } from "@quire/cos";
import type { ResourceScope, ResourceScopes } from "./resource-scope.ts";

/**
 * Returns the scope of a page's resources, with those of the page tree's nodes (ISO 32000-2, 7.7.3.4), which a page's
 * own ones hide, above them.
 */
export function pageScope(page: Page, scopes: ResourceScopes, bounds: Bounds): ResourceScope {
  const own = page.dict.dict("Resources");
  // An entry that is no dictionary hides those above it as well.
  return own === undefined && page.dict.has("Resources")
    ? scopes.of(NO_RESOURCES, undefined)
    : scopes.of(own, inheritedScope(page, scopes, bounds));
}

const NO_RESOURCES = new Dict();

function inheritedScope(page: Page, scopes: ResourceScopes, bounds: Bounds): ResourceScope | undefined {
  const visited = new Set<Dict>([page.dict]);
  const dicts: Dict[] = [];
  for (let node = page.dict.get("Parent"); node instanceof Dict && !visited.has(node); node = node.get("Parent")) {
    bounds.step();
    visited.add(node);
    const resources = node.dict("Resources");
    if (resources !== undefined) {
      dicts.push(resources);
    }
  }
  return dicts.reduceRight<ResourceScope | undefined>((above, own) => scopes.of(own, above), undefined);
}

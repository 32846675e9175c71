import { type CosDirect, type Dict, isName, Name, resolve } from "@quire/cos";
import { found } from "./found.ts";
import type { ResourceScope } from "./resource-scope.ts";
import type { ColourEnvironment } from "./subjects.ts";

export interface Environment extends ColourEnvironment {
  /** The number that identifies the environment within a validation. */
  readonly id: number;
}

/** The colour environments of a validation; equal ones are the same object. */
export class Environments {
  readonly #environments = new Map<string, Environment>();
  readonly #ids = new Map<unknown, number>();

  ofPage(page: Dict, scope: ResourceScope): Environment {
    const space = blendingSpaceOf(page.dict("Group"), scope);
    return this.#environment({
      pageBlendingSpace: space,
      pageOutputIntents: page.get("OutputIntents"),
      blendingSpace: space,
    });
  }

  /**
   * Returns the environment within a form with that /Group. A group that is not isolated keeps the space of the groups
   * around it (ISO 32000-2, 11.7.2).
   */
  within(outer: Environment, group: Dict | undefined, scope: ResourceScope): Environment {
    return group?.boolean("I") === true ? this.withinIsolated(outer, group, scope) : outer;
  }

  /** Returns the environment within the group of a soft mask, which is not blended with anything around it (11.5). */
  withinIsolated(outer: Environment, group: Dict | undefined, scope: ResourceScope): Environment {
    const blendingSpace = blendingSpaceOf(group, scope);
    return blendingSpace === null ? outer : this.#environment({ ...outer, blendingSpace });
  }

  #environment(value: ColourEnvironment): Environment {
    const { pageBlendingSpace, pageOutputIntents, blendingSpace } = value;
    const key = [spaceKey(pageBlendingSpace), pageOutputIntents, spaceKey(blendingSpace)].map((part) =>
      found(this.#ids, part, () => this.#ids.size),
    );
    return found(this.#environments, key.join(" "), () => ({
      id: this.#environments.size,
      pageBlendingSpace,
      pageOutputIntents,
      blendingSpace,
    }));
  }
}

/** Returns the /CS of a transparency group (11.6.6), which may be the name of a resource. */
function blendingSpaceOf(group: Dict | undefined, scope: ResourceScope): CosDirect {
  if (group === undefined || !isName(group.get("S"), "Transparency")) {
    return null;
  }
  const space = group.get("CS");
  return space instanceof Name ? (scope.get("ColorSpace", space.value).value ?? space) : space;
}

/** Returns a key that is the same for equal spaces: pages often have a separate array each, with the same profile. */
function spaceKey(space: CosDirect): unknown {
  if (space instanceof Name) {
    return space.value;
  }
  const isIccBased = Array.isArray(space) && isName(resolve(space[0]), "ICCBased");
  return isIccBased ? resolve(space[1]) : space;
}

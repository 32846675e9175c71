import { asDict, type CosDirect, type Dict, Name, resolve, Stream } from "@quire/cos";
import { found } from "./found.ts";
import type { NamedResource, ResourceScope } from "./resource-scope.ts";
import type { CurrentColour } from "./subjects.ts";

/** A current colour, with what its walker needs of it. */
export interface Colour extends CurrentColour {
  /** Tells colours of a validation apart. */
  readonly id: number;
  readonly underlying: Colour | undefined;
  /** The stream of a tiling pattern. */
  readonly tiling: Stream | undefined;
  /** What cs or an operator made current, before scn chose a pattern in it; undefined for that itself. */
  readonly base: Colour | undefined;
  /** Number of the pattern's object. */
  readonly patternObject: number | undefined;
}

/** All current colours of a validation: equal ones are the same object. */
export class Colours {
  readonly #devices = new Map<Dict | undefined, Map<string, Colour>>();
  readonly #named = new Map<ResourceScope, Map<string, Colour>>();
  readonly #patterns = new Map<Colour, Map<ResourceScope, Map<string, Colour>>>();
  readonly #underlying = new Map<Colour, Colour | undefined>();
  #count = 0;

  /** Forgets those of resources that later pages hardly have: equal colours may then be different objects. */
  forget(): void {
    this.#devices.clear();
    this.#named.clear();
    this.#patterns.clear();
    this.#underlying.clear();
  }

  /** Of g, rg, k and their like, and the initial one; also of cs with one of the names that need no resource. */
  device(scope: ResourceScope, family: string): Colour {
    const resources = scope.effective;
    const colours = found(this.#devices, resources, () => new Map<string, Colour>());
    return found(colours, family, () => this.#made({ space: new Name(family), name: undefined, resources }));
  }

  /** Of cs and CS with the name of a resource. */
  named(scope: ResourceScope, name: string, { value: space }: NamedResource): Colour {
    const colours = found(this.#named, scope, () => new Map<string, Colour>());
    return found(colours, name, () => this.#made({ space, name, resources: scope.effective }));
  }

  /** Of scn and SCN with a pattern; `space` is the colour that cs made current. */
  pattern(scope: ResourceScope, space: Colour, named: { name: string; resource: NamedResource }): Colour {
    const scopes = found(this.#patterns, space, () => new Map<ResourceScope, Map<string, Colour>>());
    const colours = found(scopes, scope, () => new Map<string, Colour>());
    return found(colours, named.name, () => {
      const { value, object } = named.resource;
      return {
        ...space,
        base: space,
        id: this.#count++,
        pattern: asDict(value),
        patternName: named.name,
        patternObject: object,
        tiling: value instanceof Stream ? value : undefined,
        underlying: this.#underlyingOf(space),
      };
    });
  }

  #underlyingOf(space: Colour): Colour | undefined {
    return found(this.#underlying, space, () => {
      const base = Array.isArray(space.space) ? resolve(space.space[1]) : null;
      return base === null ? undefined : this.#made({ space: base, name: undefined, resources: space.resources });
    });
  }

  #made(made: { space: CosDirect; name: string | undefined; resources: Dict | undefined }): Colour {
    return {
      ...made,
      id: this.#count++,
      pattern: undefined,
      patternName: undefined,
      patternObject: undefined,
      tiling: undefined,
      underlying: undefined,
      base: undefined,
    };
  }
}

/** 8.6.8: they are names of families, and mean no resource. */
export const SPACES_WITHOUT_RESOURCE: ReadonlySet<string> = new Set([
  "DeviceGray",
  "DeviceRGB",
  "DeviceCMYK",
  "Pattern",
]);

/** Is it a Pattern colour space (8.7.2)? */
export function isPatternSpace(space: CosDirect): boolean {
  const family = Array.isArray(space) ? resolve(space[0]) : space;
  return family instanceof Name && family.value === "Pattern";
}

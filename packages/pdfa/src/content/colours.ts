import { asDict, type CosDirect, type Dict, Name, resolve, Stream } from "@quire/cos";
import { found } from "./found.ts";
import type { NamedResource, ResourceScope } from "./resource-scope.ts";
import type { CurrentColour } from "./subjects.ts";

/** A current colour, with the further facts that its walker needs. */
export interface Colour extends CurrentColour {
  /** The number that identifies the colour within a validation. */
  readonly id: number;
  readonly underlying: Colour | undefined;
  /** The stream of a tiling pattern. */
  readonly tiling: Stream | undefined;
  /**
   * The colour that cs or another operator made current before scn chose a pattern in it; undefined for such a colour
   * itself.
   */
  readonly base: Colour | undefined;
  /** The number of the pattern's object. */
  readonly patternObject: number | undefined;
}

/** All current colours of a validation; equal ones are the same object. */
export class Colours {
  readonly #devices = new Map<Dict | undefined, Map<string, Colour>>();
  readonly #named = new Map<ResourceScope, Map<string, Colour>>();
  readonly #patterns = new Map<Colour, Map<ResourceScope, Map<string, Colour>>>();
  readonly #underlying = new Map<Colour, Colour | undefined>();
  #count = 0;

  /** Forgets the colours of resources, which later pages hardly share: equal colours may then be different objects. */
  forget(): void {
    this.#devices.clear();
    this.#named.clear();
    this.#patterns.clear();
    this.#underlying.clear();
  }

  /**
   * Returns the colour of g, rg, k and similar operators, the initial colour, or that of cs with a name that needs no
   * resource.
   */
  device(scope: ResourceScope, family: string): Colour {
    const resources = scope.effective;
    const colours = found(this.#devices, resources, () => new Map<string, Colour>());
    return found(colours, family, () => this.#made({ space: new Name(family), name: undefined, resources }));
  }

  /** Returns the colour of cs or CS with the name of a resource. */
  named(scope: ResourceScope, name: string, { value: space }: NamedResource): Colour {
    const colours = found(this.#named, scope, () => new Map<string, Colour>());
    return found(colours, name, () => this.#made({ space, name, resources: scope.effective }));
  }

  /** Returns the colour of scn or SCN with a pattern; `space` is the colour that cs made current. */
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

/** The names of families that mean no resource (8.6.8). */
export const SPACES_WITHOUT_RESOURCE: ReadonlySet<string> = new Set([
  "DeviceGray",
  "DeviceRGB",
  "DeviceCMYK",
  "Pattern",
]);

/** Returns whether a colour space is a Pattern space (8.7.2). */
export function isPatternSpace(space: CosDirect): boolean {
  const family = Array.isArray(space) ? resolve(space[0]) : space;
  return family instanceof Name && family.value === "Pattern";
}

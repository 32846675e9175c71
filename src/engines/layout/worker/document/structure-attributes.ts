import { asDict, type CosDirect, type Dict, Name, resolve } from "@quire/cos";
import type { StructureElement } from "@quire/layout";

type Attributes = Pick<StructureElement, "colSpan" | "rowSpan" | "scope" | "listNumbering">;

/** Returns an element's attributes (ISO 32000-2, 14.7.6); its own take precedence over those of its classes. */
export function attributesOf(element: Dict, classMap: Dict | undefined): Attributes {
  const objects = attributeObjects(element, classMap);
  if (objects.length === 0) {
    return NONE;
  }
  const find = (key: string): CosDirect => {
    for (const object of objects) {
      const value = object.get(key);
      if (value !== null) {
        return value;
      }
    }
    return null;
  };
  return {
    colSpan: spanOf(find("ColSpan")),
    rowSpan: spanOf(find("RowSpan")),
    scope: SCOPES.find((scope) => scope === nameOf(find("Scope"))),
    listNumbering: nameOf(find("ListNumbering")),
  };
}

const NONE: Attributes = { colSpan: 1, rowSpan: 1, scope: undefined, listNumbering: undefined };
const SCOPES = ["Row", "Column", "Both"] as const;
const MAX_SPAN = 10_000;
const MAX_OBJECTS = 64;

function attributeObjects(element: Dict, classMap: Dict | undefined): Dict[] {
  const own = listOf(element.get("A"));
  const names = listOf(element.get("C")).flatMap((value) => nameOf(value) ?? []);
  const ofClasses = names.flatMap((name) => listOf(classMap?.get(name) ?? null));
  // Revision numbers stand between them; of several objects the last one is the latest.
  return [...latestFirst(own), ...latestFirst(ofClasses)];
}

const latestFirst = (values: readonly CosDirect[]): Dict[] =>
  values.flatMap((value) => asDict(value) ?? []).toReversed();

/** Returns the elements of an array, or a single value as a list. */
function listOf(value: CosDirect): CosDirect[] {
  return Array.isArray(value) ? value.slice(0, MAX_OBJECTS).map(resolve) : value === null ? [] : [value];
}

const nameOf = (value: CosDirect): string | undefined => (value instanceof Name ? value.value : undefined);

const spanOf = (value: CosDirect): number =>
  typeof value === "number" && value >= 1 ? Math.min(MAX_SPAN, Math.trunc(value)) : 1;

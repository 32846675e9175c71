import { type CosDirect, type Dict, decodeTextString } from "@quire/cos";
import type { Emit, Validation, ValidationPart } from "../validation.ts";
import { tableFault } from "./table.ts";
import type { TaggedElement } from "./tagged-element.ts";
import { type TaggedStructure, taggedStructure } from "./tagged-structure.ts";

/**
 * Emits the structure tree with the standard types of its elements. Several groups may begin with this part; the first
 * of them walks for all.
 */
export const structureWalk = (validation: Validation): ValidationPart => ({
  walk(emit) {
    const state = validation.shared(walkState);
    const structure = validation.shared(taggedStructure);
    if (!state.isWalked && structure.root !== undefined) {
      state.isWalked = true;
      walkTree(structure.root, { structure, validation, emit });
    }
  },
});

const walkState = () => ({ isWalked: false });

interface Walk {
  readonly structure: TaggedStructure;
  readonly validation: Validation;
  readonly emit: Emit;
}

function walkTree(root: Dict, walk: Walk): void {
  const { structure, validation, emit } = walk;
  emit("structure-root", root, { at: "StructTreeRoot" });
  const visited = new Set<CosDirect>();
  const pending = structure.kidsOf(root).toReversed();
  for (let element = pending.pop(); element !== undefined; element = pending.pop()) {
    validation.bounds.step();
    if (visited.has(element.dict)) {
      continue;
    }
    visited.add(element.dict);
    emitElement(element, walk);
    for (const kid of structure.kidsOf(element.dict).toReversed()) {
      pending.push(kid);
    }
  }
}

function emitElement(element: TaggedElement, { structure, validation, emit }: Walk): void {
  const place = structure.placeOf(element);
  emit("tagged-element", element, place);
  for (const key of ["Alt", "ActualText"] as const) {
    const bytes = element.dict.bytes(key);
    if (bytes !== undefined) {
      emit("alternative-text", { key, text: decodeTextString(bytes) }, place);
    }
  }
  const fault = element.role === "Table" ? tableFault(element, validation) : undefined;
  if (fault !== undefined) {
    emit("table-fault", fault, fault.kind === "headers" ? structure.placeOf(fault.cell) : place);
  }
}

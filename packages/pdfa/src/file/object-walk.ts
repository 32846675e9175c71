import {
  type CosDocument,
  type CosValue,
  type IndirectObject,
  isName,
  Name,
  resolve,
  Stream,
  type XrefSection,
} from "@quire/cos";
import type { Place } from "../place.ts";
import type { Emit, Validation, ValidationPart } from "../validation.ts";
import { calculatorNumbers } from "./calculator-numbers.ts";
import { ValueSizes } from "./value-sizes.ts";

/**
 * Walks the file as it is written: its cross-reference sections, and each object in use once. Several groups may begin
 * with this part; the first of them walks for all.
 */
export function objectWalk(validation: Validation): ValidationPart {
  return {
    walk(emit) {
      const { document } = validation;
      const state = validation.shared(walkState);
      if (state.isWalked) {
        return;
      }
      state.isWalked = true;
      for (const section of document.xref.sections) {
        emitSection(section, emit);
      }
      for (const section of document.xref.revisions.at(-1)?.sections ?? []) {
        emitTrailer(section, document, emit);
      }
      const colorants = new Set<string>();
      let objectCount = 0;
      for (const number of document.objectNumbers()) {
        const object = document.object(number);
        objectCount++;
        if (object !== undefined) {
          emitObject(object, { validation, colorants, emit });
        }
      }
      emit("file", { document, objectCount }, {});
    },
  };
}

const walkState = () => ({ isWalked: false });

function emitSection(section: XrefSection, emit: Emit): void {
  emit("cross-reference-section", section, {});
  if (section.kind === "table" && section.xrefStream !== null) {
    emit("cross-reference-section", section.xrefStream, {});
  }
}

/**
 * Emits the trailer of a section. The dictionary of a cross-reference stream that is among the objects is left out, as
 * it is seen there.
 */
function emitTrailer(section: XrefSection, document: CosDocument, emit: Emit): void {
  if (section.kind === "stream") {
    const location = document.object(section.object.number)?.location;
    if (location?.kind === "file" && location.offset === section.offset) {
      return;
    }
  }
  const sizes = new ValueSizes(
    () => undefined,
    () => undefined,
  );
  sizes.add(section.trailer);
  sizes.tokens.addFacts(section.kind === "table" ? section.trailerFacts : section.object.facts);
  emit("trailer", { tokens: sizes.tokens }, section.kind === "table" ? {} : { object: section.object.number });
}

interface Walk {
  readonly validation: Validation;
  /** The names of colorants that were emitted. */
  readonly colorants: Set<string>;
  readonly emit: Emit;
}

function emitObject(object: IndirectObject, { validation, colorants, emit }: Walk): void {
  const place: Place = { object: object.number };
  const sizes = new ValueSizes(
    (dict) => emit("dictionary", dict, place),
    (array) => {
      for (const name of colorantsOf(array)) {
        if (!colorants.has(name)) {
          colorants.add(name);
          emit("colorant", name, place);
        }
      }
    },
  );
  sizes.add(object.value);
  sizes.tokens.addFacts(object.facts);
  const { value, location } = object;
  if (value instanceof Stream) {
    sizes.tokens.addFacts(calculatorNumbers(value, validation.bounds));
    if (location.kind === "file" && location.stream !== undefined) {
      emit("stream", { stream: value, syntax: location.stream }, place);
    }
  }
  emit("object", { object, tokens: sizes.tokens }, place);
}

/**
 * Returns the colorant names of a Separation or DeviceN colour space (ISO 32000-2, 8.6.6.4 and 8.6.6.5); empty for any
 * other array.
 */
function colorantsOf(array: readonly CosValue[]): readonly string[] {
  const [family, names] = array;
  if (!(family instanceof Name) || names === undefined) {
    return [];
  }
  const value = resolve(names);
  if (isName(family, "Separation")) {
    return value instanceof Name ? [value.value] : [];
  }
  return isName(family, "DeviceN") && Array.isArray(value)
    ? value.flatMap((name) => (name instanceof Name ? [name.value] : []))
    : [];
}

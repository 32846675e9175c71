import type { Place } from "../place.ts";
import type { Emit, Validation, ValidationPart } from "../validation.ts";
import { CONTAINER_URI, type ExtensionType } from "./extension-schemas.ts";
import { identificationOf } from "./identification.ts";
import { informationEntries } from "./information.ts";
import { documentPacket, otherPackets } from "./metadata.ts";
import { isMetadata, type XmpPacket } from "./packet.ts";
import type { XmpProperty } from "./rdf.ts";
import { predefinedTypes } from "./schemas.ts";
import { STRUCTURE_TYPES_2004, STRUCTURE_TYPES_2005 } from "./structures.ts";
import type { PropertyDefinition } from "./subjects.ts";
import { isKnownType, mismatchOf, type StructureTypes } from "./value-types.ts";

/** Reads all metadata. Every group that tests it begins with this part; the first of them walks for all. */
export const xmpWalk = (validation: Validation): ValidationPart => ({
  walk(emit) {
    const state = validation.shared(walkState);
    if (!state.isWalked) {
      state.isWalked = true;
      walkMetadata(validation, emit);
    }
  },
});

const walkState = () => ({ isWalked: false });

function walkMetadata(validation: Validation, emit: Emit): void {
  const { document } = validation;
  const packet = documentPacket(document);
  const place = { object: packet?.object };
  emit("document-metadata", { document, packet }, place);
  // What is not marked as metadata is no metadata stream, which is one rule broken; nothing is asked of its contents.
  if (packet !== undefined && isMetadata(packet)) {
    walkPacket(packet, { validation, emit, main: packet });
    emit("identification", { identification: identificationOf(packet) }, place);
  }
  for (const entry of informationEntries(document, packet)) {
    emit("information-entry", entry, { at: `Info/${entry.key}` });
  }
  // Part 1 concerns only the document's metadata, as its corrigendum 2 has made clear.
  for (const other of validation.part === 1 ? [] : otherPackets(document)) {
    walkPacket(other, { validation, emit, main: packet });
  }
}

interface PacketContext {
  readonly validation: Validation;
  readonly emit: Emit;
  readonly main: XmpPacket | undefined;
}

function walkPacket(packet: XmpPacket, context: PacketContext): void {
  const { validation, emit } = context;
  const placed = (at?: string): Place => ({ object: packet.object, at });
  emit("metadata-stream", packet, placed());
  if (validation.part === 4) {
    return;
  }
  for (const property of packet.properties) {
    if (property.uri !== CONTAINER_URI) {
      const definition = definitionOf(property, packet, context);
      emit("xmp-property", { property, definition }, placed(`${property.prefix}:${property.local}`));
    }
  }
  for (const container of packet.extensions.containers) {
    emit("extension-container", container, placed(`${container.prefix}:${container.local}`));
  }
  for (const object of packet.extensions.objects) {
    emit("extension-object", object, placed(object.at));
  }
}

/**
 * Returns the definition of a property that is predefined or described by an extension schema of the packet or, in
 * parts 2 and 3 (6.6.2.3.1), of the document's packet; undefined where there is none.
 */
function definitionOf(
  property: XmpProperty,
  packet: XmpPacket,
  { validation: { part }, main }: PacketContext,
): PropertyDefinition | undefined {
  const name = property.uri + property.local;
  const extension: ExtensionType | undefined =
    packet.extensions.types.get(name) ?? (part === 1 ? undefined : main?.extensions.types.get(name));
  // A schema that redefines a predefined property adds to its requirements.
  const types = [predefinedTypes(part).get(name), extension?.type].filter((type) => type !== undefined);
  const structures = structuresFor(part, extension);
  for (const type of types) {
    const mismatch = isKnownType(type, structures)
      ? mismatchOf(property, type, structures)
      : "a type that is not defined";
    if (mismatch !== undefined) {
      return { type, mismatch };
    }
  }
  const [type] = types;
  return type === undefined ? undefined : { type, mismatch: undefined };
}

/** Returns the structured types of the specification and those that the extension schema defines. */
export function structuresFor(part: number, extension: Pick<ExtensionType, "structures"> | undefined): StructureTypes {
  const predefined = part === 1 ? STRUCTURE_TYPES_2004 : STRUCTURE_TYPES_2005;
  return (name) => extension?.structures.get(name) ?? predefined.get(name);
}

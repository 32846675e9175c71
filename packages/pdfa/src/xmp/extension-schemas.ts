import type { XmpItem, XmpProperty } from "./rdf.ts";
import type { StructureType } from "./structures.ts";

/** The structures that make up the description of extension schemas (ISO 19005-1, 6.7.8; -2 and -3, 6.6.2.3.3). */
export type ExtensionObjectKind = "Schema" | "Property" | "ValueType" | "Field";

export interface ExtensionObject {
  readonly kind: ExtensionObjectKind;
  /** The place, and the name that the object gives itself: `schema 1, property 2 (CustomNumber)`. */
  readonly at: string;
  readonly fields: readonly XmpProperty[];
  /** The structured types that its schema defines, by name in lower case. */
  readonly structures: ReadonlyMap<string, StructureType>;
}

/** A type that an extension schema gives a property. */
export interface ExtensionType {
  readonly type: string;
  readonly structures: ReadonlyMap<string, StructureType>;
}

export interface ExtensionSchemas {
  /** The properties in the namespace of containers. */
  readonly containers: readonly XmpProperty[];
  readonly objects: readonly ExtensionObject[];
  /** The types by namespace and name of the property, concatenated. */
  readonly types: ReadonlyMap<string, ExtensionType>;
}

export const CONTAINER_URI = "http://www.aiim.org/pdfa/ns/extension/";
/** The namespaces and prefixes of the fields, and their names. */
export const EXTENSION_FIELDS: Readonly<
  Record<ExtensionObjectKind, { readonly uri: string; readonly prefix: string; readonly names: readonly string[] }>
> = {
  Schema: {
    uri: "http://www.aiim.org/pdfa/ns/schema#",
    prefix: "pdfaSchema",
    names: ["schema", "namespaceURI", "prefix", "property", "valueType"],
  },
  Property: {
    uri: "http://www.aiim.org/pdfa/ns/property#",
    prefix: "pdfaProperty",
    names: ["name", "valueType", "category", "description"],
  },
  ValueType: {
    uri: "http://www.aiim.org/pdfa/ns/type#",
    prefix: "pdfaType",
    names: ["type", "namespaceURI", "prefix", "description", "field"],
  },
  Field: {
    uri: "http://www.aiim.org/pdfa/ns/field#",
    prefix: "pdfaField",
    names: ["name", "valueType", "description"],
  },
};

export const NO_EXTENSION_SCHEMAS: ExtensionSchemas = { containers: [], objects: [], types: new Map() };

/** Reads the definitions of a packet's extension schemas, even where their description is not as it should be. */
export function readExtensionSchemas(properties: readonly XmpProperty[]): ExtensionSchemas {
  const containers = properties.filter(({ uri }) => uri === CONTAINER_URI);
  if (containers.length === 0) {
    return NO_EXTENSION_SCHEMAS;
  }
  const objects: ExtensionObject[] = [];
  const types = new Map<string, ExtensionType>();
  const schemas = containers.filter(({ local }) => local === "schemas").flatMap(itemsOf);
  for (const [index, schema] of schemas.entries()) {
    addSchema({ objects, types }, fieldsOf(schema), `schema ${index + 1}`);
  }
  return { containers, objects, types };
}

interface Found {
  readonly objects: ExtensionObject[];
  readonly types: Map<string, ExtensionType>;
}

function addSchema({ objects, types }: Found, fields: readonly XmpProperty[], at: string): void {
  const structures = new Map<string, StructureType>();
  const uri = extensionText(fields, "Schema", "namespaceURI");
  objects.push({ kind: "Schema", at: named(at, uri), fields, structures });
  for (const [index, item] of itemsOf(extensionField(fields, "Schema", "property")).entries()) {
    const property = fieldsOf(item);
    const name = extensionText(property, "Property", "name");
    const where = named(`${at}, property ${index + 1}`, name);
    objects.push({ kind: "Property", at: where, fields: property, structures });
    const type = extensionText(property, "Property", "valueType");
    if (uri !== undefined && name !== undefined && type !== undefined) {
      types.set(uri + name, { type, structures });
    }
  }
  for (const [index, item] of itemsOf(extensionField(fields, "Schema", "valueType")).entries()) {
    addValueType({ objects, structures }, fieldsOf(item), `${at}, value type ${index + 1}`);
  }
}

interface Types {
  readonly objects: ExtensionObject[];
  readonly structures: Map<string, StructureType>;
}

function addValueType({ objects, structures }: Types, valueType: readonly XmpProperty[], at: string): void {
  const name = extensionText(valueType, "ValueType", "type");
  objects.push({ kind: "ValueType", at: named(at, name), fields: valueType, structures });
  const fieldTypes: Record<string, string> = {};
  for (const [index, item] of itemsOf(extensionField(valueType, "ValueType", "field")).entries()) {
    const field = fieldsOf(item);
    const fieldName = extensionText(field, "Field", "name");
    const where = named(`${at}, field ${index + 1}`, fieldName);
    objects.push({ kind: "Field", at: where, fields: field, structures });
    const type = extensionText(field, "Field", "valueType");
    if (fieldName !== undefined && type !== undefined) {
      fieldTypes[fieldName] = type;
    }
  }
  const uri = extensionText(valueType, "ValueType", "namespaceURI");
  if (name !== undefined && uri !== undefined) {
    structures.set(name.toLowerCase(), { uris: [uri], fields: fieldTypes });
  }
}

const named = (where: string, name: string | undefined): string => (name === undefined ? where : `${where} (${name})`);

/** Returns the field of that name, whatever its prefix. */
export function extensionField(
  fields: readonly XmpProperty[],
  kind: ExtensionObjectKind,
  name: string,
): XmpProperty | undefined {
  return fields.find(({ uri, local }) => uri === EXTENSION_FIELDS[kind].uri && local === name);
}

function extensionText(fields: readonly XmpProperty[], kind: ExtensionObjectKind, name: string): string | undefined {
  const value = extensionField(fields, kind, name)?.value;
  return value?.kind === "simple" ? value.text : undefined;
}

const itemsOf = (property: XmpProperty | undefined): readonly XmpItem[] =>
  property?.value.kind === "array" ? property.value.items : [];
const fieldsOf = ({ value }: XmpItem): readonly XmpProperty[] => (value.kind === "structure" ? value.fields : []);

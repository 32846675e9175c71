import type { Part } from "../../flavours.ts";
import {
  EXTENSION_FIELDS,
  type ExtensionObject,
  type ExtensionObjectKind,
  extensionField,
} from "../../xmp/extension-schemas.ts";
import { describe, isKnownType, mismatchOf } from "../../xmp/value-types.ts";
import { structuresFor } from "../../xmp/walk.ts";
import { type AnyRule, type Outcome, rule } from "../rule.ts";

export const undefinedExtensionFields = rule({
  key: "extension-unknown-field",
  on: "extension-object",
  ids: { "1": "6.7.8-1", "2": "6.6.2.3.2-1", "3": "6.6.2.3.2-1" },
  requirement: "The description of an extension schema has only fields that this part of PDF/A defines.",
  message: "The description of an extension schema has fields that are not defined",
  hint: "Remove the fields from the description, or write their names and namespaces as in the standard.",
  fix: "metadata",
  conversion: "mends",
  test({ kind, fields }) {
    const { uri, names } = EXTENSION_FIELDS[kind];
    const unknown = fields.filter((field) => field.uri !== uri || !names.includes(field.local));
    return unknown.length === 0 || { broken: unknown.map(({ prefix, local }) => `${prefix}:${local}`).join(", ") };
  },
});

export const extensionContainer = rule({
  key: "extension-container",
  on: "extension-container",
  ids: { "1": "6.7.8-2", "2": "6.6.2.3.3-1", "3": "6.6.2.3.3-1" },
  requirement: "Extension schemas are described in pdfaExtension:schemas, a Bag of structures.",
  message: "The container of extension schemas is not a Bag of structures with the prefix pdfaExtension",
  hint: "Write pdfaExtension:schemas as an rdf:Bag whose items are structures.",
  fix: "metadata",
  conversion: "mends",
  test({ prefix, local, value }) {
    const isBag =
      value.kind === "array" && value.form === "Bag" && value.items.every((item) => item.value.kind === "structure");
    return (isBag && prefix === "pdfaExtension") || { broken: `${prefix}:${local}, ${describe(value)}` };
  },
});

/** The fields in the order of their tests, whose numbers continue those of the two rules above. */
const FIELDS: readonly (readonly [ExtensionObjectKind, string])[] = (
  ["Schema", "Property", "ValueType", "Field"] as const
).flatMap((kind) => EXTENSION_FIELDS[kind].names.map((name): [ExtensionObjectKind, string] => [kind, name]));

const SUBJECTS: Readonly<Record<ExtensionObjectKind, string>> = {
  Schema: "An extension schema",
  Property: "A property of an extension schema",
  ValueType: "A value type of an extension schema",
  Field: "A field of a value type of an extension schema",
};

/** The fields that are arrays; the others are text. */
const ARRAYS: ReadonlySet<string> = new Set(["Schema property", "Schema valueType", "ValueType field"]);

export const extensionFields: readonly AnyRule[] = FIELDS.map(([kind, name], index) => {
  const { prefix } = EXTENSION_FIELDS[kind];
  const type = ARRAYS.has(`${kind} ${name}`) ? "a Seq of structures" : "text";
  const asked = extra(kind, name);
  return rule({
    key: `extension-${kind}-${name}`.replaceAll(/(?<=[a-z])(?=[A-Z])/g, "-").toLowerCase(),
    on: "extension-object",
    ids: { "1": `6.7.8-${index + 3}`, "2": `6.6.2.3.3-${index + 2}`, "3": `6.6.2.3.3-${index + 2}` },
    requirement: `${SUBJECTS[kind]} has ${prefix}:${name}, which is ${type}${asked}.`,
    message: `${SUBJECTS[kind]} lacks ${prefix}:${name}, or has it with another prefix or type`,
    hint: `Write ${prefix}:${name} as ${type}${asked}.`,
    fix: "metadata",
    conversion: "mends",
    test: (object, { part }) => object.kind !== kind || testField(object, { name, part }),
  });
});

function extra(kind: ExtensionObjectKind, name: string): string {
  if (kind !== "Schema" && name === "valueType") {
    return ", the name of a type that is predefined or that the schema describes";
  }
  return name === "category" ? ', "internal" or "external"' : "";
}

/**
 * Returns whether a field may be absent, which the tables of 6.7.8 and 6.6.2.3.3 leave open: a schema may define only
 * properties, or only types.
 */
function isOptional(kind: ExtensionObjectKind, name: string, part: Part): boolean {
  switch (`${kind} ${name}`) {
    case "Schema valueType":
    case "Schema property":
      return true;
    case "ValueType field":
      return part === 1;
    default:
      return false;
  }
}

function testField(
  { kind, fields, structures }: ExtensionObject,
  { name, part }: { readonly name: string; readonly part: Part },
): Outcome {
  const field = extensionField(fields, kind, name);
  const { prefix } = EXTENSION_FIELDS[kind];
  if (field === undefined) {
    return isOptional(kind, name, part) || { broken: `no ${prefix}:${name}` };
  }
  const { value } = field;
  const written = `${field.prefix}:${name}`;
  if (field.prefix !== prefix) {
    return { broken: written };
  }
  if (ARRAYS.has(`${kind} ${name}`)) {
    const isSeq = value.kind === "array" && value.form === "Seq";
    const areStructures = value.kind === "array" && value.items.every((item) => item.value.kind === "structure");
    return (isSeq && areStructures) || { broken: `${written} is ${describe(value)}` };
  }
  const mismatch = mismatchOf(field, "Text", () => undefined);
  if (mismatch !== undefined || value.kind !== "simple") {
    return { broken: `${written} is ${mismatch ?? describe(value)}` };
  }
  return testText({
    name: `${kind} ${name}`,
    text: value.text,
    isKnown: (type) => isKnownType(type, structuresFor(part, { structures })),
  });
}

function testText({
  name,
  text,
  isKnown,
}: {
  readonly name: string;
  readonly text: string;
  readonly isKnown: (type: string) => boolean;
}): Outcome {
  if (name === "Property category") {
    return text === "internal" || text === "external" || { broken: `category ${JSON.stringify(text)}` };
  }
  if (name === "Property valueType" || name === "Field valueType") {
    return isKnown(text) || { broken: `value type ${JSON.stringify(text)}` };
  }
  return true;
}

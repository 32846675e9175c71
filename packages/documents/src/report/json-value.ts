/** A number as it was written (RFC 8259, §6): digits beyond those of a double are kept. */
export class JsonNumber {
  readonly source: string;
  /** The ISO 4217 code of what it is an amount of, where the data says so. */
  readonly currency: string | undefined;

  constructor(source: string, currency?: string) {
    this.source = source;
    this.currency = currency;
  }
}

/** An array or an object that is nested too deeply to be laid out, as JSON without white space. */
export class CompactJson {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

/** The members of an object in the order in which their names first came, also names that look like numbers. */
export type JsonObject = ReadonlyMap<string, JsonValue>;
export type JsonArray = readonly JsonValue[];
export type JsonScalar = string | boolean | null | JsonNumber;
export type JsonValue = JsonScalar | CompactJson | JsonObject | JsonArray;

export const isObject = (value: JsonValue | undefined): value is JsonObject => value instanceof Map;
export const isArray = (value: JsonValue | undefined): value is JsonArray => Array.isArray(value);
export const isScalar = (value: JsonValue): value is JsonScalar =>
  typeof value !== "object" || value === null || value instanceof JsonNumber;

export const isEmpty = (value: JsonValue): boolean =>
  (isObject(value) && value.size === 0) || (isArray(value) && value.length === 0);

/**
 * Returns JSON without white space. It recurses as deep as `value`, which the reader bounds.
 * @internal Exported for tests.
 */
export function compactJson(value: JsonValue): string {
  if (value instanceof JsonNumber || value instanceof CompactJson) {
    return value.source;
  }
  if (isObject(value)) {
    const members = Array.from(value, ([name, member]) => `${JSON.stringify(name)}:${compactJson(member)}`);
    return `{${members.join(",")}}`;
  }
  return isArray(value) ? `[${value.map(compactJson).join(",")}]` : JSON.stringify(value);
}

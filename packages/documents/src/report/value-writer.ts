import { DateWriter, dateOf, type TimePrecision } from "./dates.ts";
import { decimalOf } from "./decimal.ts";
import { directionAttribute, escapeHtml, linkedHtml } from "./html.ts";
import { CompactJson, compactJson, isArray, isObject, isScalar, JsonNumber, type JsonValue } from "./json-value.ts";
import { labelOf } from "./labels.ts";
import { type NumberLook, NumberWriter } from "./numbers.ts";
import type { ColumnFormat } from "./report-style.ts";
import { toneOf } from "./status-words.ts";

/** The look that all values of a column have in common. */
export interface ValueLook {
  readonly key: string;
  /** The format; undefined where each value decides it by itself. */
  readonly format?: ColumnFormat | undefined;
  /** The look of numbers that are to align. */
  readonly number?: NumberLook | undefined;
  readonly precision?: TimePrecision | undefined;
  /** The number of levels of objects and arrays that are still to be laid out; deeper ones are JSON. */
  readonly levels: number;
}

const ABSENT = "–";
const NONE = "(none)";

/** Writes single values in the language of a report. */
export class ValueWriter {
  readonly #numbers: NumberWriter;
  readonly #dates: DateWriter;
  readonly #words: readonly [string, string];
  readonly #colorsStatus: boolean;

  constructor({ locale, colorsStatus }: { readonly locale: string; readonly colorsStatus: boolean }) {
    this.#numbers = new NumberWriter(locale);
    this.#dates = new DateWriter(locale);
    this.#words = BOOLEANS[new Intl.Locale(locale).language] ?? ["Yes", "No"];
    this.#colorsStatus = colorsStatus;
  }

  /** Returns a value as text, which is measured and, where nothing is marked up, shown. */
  text(value: JsonValue | undefined, look: ValueLook): string {
    if (value === undefined || value === null) {
      return ABSENT;
    }
    if (typeof value === "string") {
      return this.#string(value, look);
    }
    if (typeof value === "boolean") {
      return look.format === "text" ? String(value) : this.#words[value ? 0 : 1];
    }
    if (value instanceof JsonNumber) {
      return this.#number(value.source, look);
    }
    return this.#nested(value, look);
  }

  /** Returns a value as the content of an element that keeps line feeds. */
  html(value: JsonValue | undefined, look: ValueLook): string {
    if (typeof value === "string") {
      const text = this.#string(value, look);
      const tone = this.#colorsStatus ? toneOf(value) : undefined;
      return tone === undefined ? linkedHtml(text) : `<b class=${tone}>${escapeHtml(text)}</b>`;
    }
    if (isObject(value) && value.size > 0 && look.levels > 0) {
      const lines = Array.from(value, ([key, member]) => {
        const html = this.html(member, { key, levels: look.levels - 1 });
        return `<span class=key>${escapeHtml(labelOf(key))}</span> ${html}`;
      });
      return lines.join("\n");
    }
    const text = this.text(value, look);
    return isJson(value, look) ? `<code>${escapeHtml(text)}</code>` : escapeHtml(text);
  }

  cell(value: JsonValue | undefined, look: ValueLook): string {
    const html = this.html(value, look);
    return `<td${directionAttribute(html)}>${html}`;
  }

  #string(text: string, { format, number, precision }: ValueLook): string {
    if (format === "text") {
      return text;
    }
    const asNumber = number === undefined ? undefined : decimalOf(text.trim());
    if (number !== undefined && asNumber !== undefined) {
      return this.#numbers.write(asNumber, number);
    }
    const date = dateOf(text);
    if (date === undefined) {
      return text;
    }
    return this.#dates.write(format === "date" ? { ...date, kind: "date", offset: "" } : date, precision);
  }

  #number(source: string, { key, format, number }: ValueLook): string {
    const decimal = format === "text" ? undefined : decimalOf(source);
    if (decimal !== undefined && number !== undefined) {
      return this.#numbers.write(decimal, number);
    }
    if (format === "boolean" && decimal !== undefined) {
      return this.#words[decimal.digits === 0n ? 1 : 0];
    }
    return format === "text" ? source : this.#numbers.writeSource(source, key);
  }

  #nested(value: JsonValue, look: ValueLook): string {
    if (isEmpty(value)) {
      return NONE;
    }
    if (isJson(value, look)) {
      return compactJson(value);
    }
    const below = { key: look.key, levels: look.levels - 1 };
    if (isArray(value)) {
      const isInline = value.every(isScalar);
      return value.map((item) => this.text(item, below)).join(isInline ? ", " : "\n");
    }
    return isObject(value)
      ? Array.from(value, ([key, member]) => `${labelOf(key)} ${this.text(member, { ...below, key })}`).join("\n")
      : "";
  }
}

/** Returns whether a value is shown as JSON. Arrays of single values are no deeper than the values. */
function isJson(value: JsonValue | undefined, { levels }: ValueLook): boolean {
  if (isEmpty(value)) {
    return false;
  }
  if (value instanceof CompactJson) {
    return true;
  }
  return (isObject(value) && levels <= 0) || (isArray(value) && levels <= 0 && !value.every(isScalar));
}

const isEmpty = (value: JsonValue | undefined): boolean =>
  (isObject(value) && value.size === 0) || (isArray(value) && value.length === 0);

const BOOLEANS: Readonly<Record<string, readonly [string, string]>> = {
  de: ["Ja", "Nein"],
  es: ["Sí", "No"],
  fr: ["Oui", "Non"],
  it: ["Sì", "No"],
  nl: ["Ja", "Nee"],
  pl: ["Tak", "Nie"],
  pt: ["Sim", "Não"],
};

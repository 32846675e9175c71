import type { Appendix } from "./appendix.ts";
import { DateWriter, dateOf, epochOf, isNameOfTime, type TimePrecision } from "./dates.ts";
import { amountOf, decimalOf } from "./decimal.ts";
import { directionAttribute, escapeHtml, linkedHtml } from "./html.ts";
import {
  CompactJson,
  isArray,
  isEmpty,
  isObject,
  isScalar,
  JsonNumber,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from "./json-value.ts";
import { areNames, labelOf } from "./labels.ts";
import { type NumberLook, NumberWriter } from "./numbers.ts";
import { isOnLines } from "./placement.ts";
import type { ColumnFormat } from "./report-style.ts";
import { toneOf } from "./status-words.ts";
import { counted, type Words } from "./words.ts";

/** The look that all values of a column have in common. */
export interface ValueLook {
  readonly key: string;
  /** The format; undefined where each value decides it by itself. */
  readonly format?: ColumnFormat | undefined;
  /** The look of numbers that are to align. */
  readonly number?: NumberLook | undefined;
  readonly precision?: TimePrecision | undefined;
  /** The number of levels of objects and arrays that are still to be laid out; deeper ones are in the appendix. */
  readonly levels: number;
  /** The names of the members that lead to the value, its own included. */
  readonly path: readonly string[];
}

const ABSENT = "–";
/** What is between the names of a member and of a member of it. */
const STEP = " › ";
/** What separates the values of a list, and those of the lists in a list. */
const SEPARATORS = [", ", "; ", " | "] as const;
/** The greatest length of an object on one line; the members of longer ones have a line each. */
const ONE_LINE = 44;

/** The forms of numbers and dates in a language, which take longer to make than hundreds of values to write. */
export interface Formats {
  readonly numbers: NumberWriter;
  readonly dates: DateWriter;
}

export const formatsOf = (locale: string): Formats => ({
  numbers: new NumberWriter(locale),
  dates: new DateWriter(locale),
});

interface WriterSetting {
  readonly formats: Formats;
  readonly words: Words;
  readonly colorsStatus: boolean;
  readonly appendix: Appendix;
}

/** Writes single values in the language of a report. */
export class ValueWriter {
  readonly words: Words;
  readonly #numbers: NumberWriter;
  readonly #dates: DateWriter;
  readonly #colorsStatus: boolean;
  readonly #appendix: Appendix;
  readonly #asText: Form = { value: (value, look) => this.text(value, look), name: (name) => name };
  readonly #asHtml: Form = {
    value: (value, look) => this.html(value, look),
    name: (name) => `<span class=key>${escapeHtml(name)}</span>`,
  };

  constructor({ formats, words, colorsStatus, appendix }: WriterSetting) {
    this.words = words;
    this.#numbers = formats.numbers;
    this.#dates = formats.dates;
    this.#colorsStatus = colorsStatus;
    this.#appendix = appendix;
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
      return look.format === "text" ? String(value) : value ? this.words.yes : this.words.no;
    }
    if (value instanceof JsonNumber) {
      return this.#number(value, look);
    }
    if (isEmpty(value)) {
      return this.words.none;
    }
    if (!isOnLines(value, look.levels)) {
      return `${this.#size(value)} (A12)`;
    }
    return isArray(value) ? this.#array(value, look, this.#asText) : this.#object(value, look, this.#asText);
  }

  /** Returns a value as the content of an element that keeps line feeds. */
  html(value: JsonValue | undefined, look: ValueLook): string {
    if (typeof value === "string") {
      const text = this.#string(value, look);
      const tone = this.#colorsStatus ? toneOf(value) : undefined;
      return tone === undefined ? linkedHtml(text) : `<b class=${tone}>${escapeHtml(text)}</b>`;
    }
    if (value === undefined || isScalar(value) || isEmpty(value)) {
      return escapeHtml(this.text(value, look));
    }
    if (!isOnLines(value, look.levels)) {
      return this.reference(value, look.path);
    }
    return isArray(value) ? this.#array(value, look, this.#asHtml) : this.#object(value, look, this.#asHtml);
  }

  cell(value: JsonValue | undefined, look: ValueLook): string {
    const html = this.html(value, look);
    return `<td${directionAttribute(html)}>${html}`;
  }

  /** Returns the members of an object one after the other, as HTML; those that take more than a line are referred to. */
  run(object: JsonObject, look: ValueLook): string {
    return this.#pairs(object, look, this.#asHtml).join(", ");
  }

  /** Puts a value into the appendix, and returns what stands in its place: its size, and where it is. */
  reference(value: JsonValue, path: readonly string[]): string {
    const name = this.#appendix.add(value, path);
    return `<a href="#${name}">${escapeHtml(this.#size(value))} (${name})</a>`;
  }

  #size(value: JsonValue): string {
    return isObject(value)
      ? counted(this.words.fields, value.size)
      : counted(this.words.items, isArray(value) ? value.length : 1);
  }

  #array(items: JsonArray, look: ValueLook, form: Form): string {
    const separator = items.some(isObject) ? "\n" : (SEPARATORS[heightOf(items) - 1] ?? SEPARATORS[2]);
    const parts = items.map((item) =>
      isArray(item) && item.length > 0
        ? this.#array(item, look, form)
        : isObject(item) && item.size > 0
          ? this.#pairs(item, look, form).join(", ")
          : form.value(item, look),
    );
    return parts.join(separator);
  }

  #object(object: JsonObject | CompactJson, look: ValueLook, form: Form): string {
    if (object instanceof CompactJson) {
      return "";
    }
    const texts = this.#pairs(object, look, this.#asText);
    const pairs = form === this.#asText ? texts : this.#pairs(object, look, form);
    return pairs.join(pairs.length < 2 || texts.join(", ").length <= ONE_LINE ? ", " : "\n");
  }

  /**
   * Returns the members of an object, and of those in it, each with its name. Members without a value say nothing in so
   * little room, unless no member has any.
   */
  #pairs(object: JsonObject, look: ValueLook, form: Form, prefix = ""): string[] {
    const levels = look.levels - 1;
    const members = Array.from(object);
    const isOfNames = areNames(members);
    const valued = members.filter(([, member]) => member !== null && member !== "");
    return (valued.length === 0 ? members : valued).flatMap(([key, member]) => {
      const name = prefix + (isOfNames ? key : labelOf(key));
      const path = [...look.path, key];
      if (isObject(member) && member.size > 0 && isOnLines(member, levels)) {
        return this.#pairs(member, { key, levels, path }, form, `${name}${STEP}`);
      }
      const value = form.value(member, { key, levels, path });
      return [`${form.name(`${name}:`)} ${value}`];
    });
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

  #number({ source, currency }: JsonNumber, { key, format, number, precision }: ValueLook): string {
    if (format === "text") {
      return source;
    }
    const decimal = amountOf(source);
    if (decimal !== undefined && number !== undefined) {
      return this.#numbers.write(decimal, number, currency);
    }
    if (format === "boolean" && decimal !== undefined) {
      return decimal.digits === 0n ? this.words.no : this.words.yes;
    }
    const isTime = format === "date" || format === "datetime" || (format === undefined && isNameOfTime(key));
    const time = isTime ? epochOf(source) : undefined;
    if (time !== undefined) {
      return this.#dates.write(format === "date" ? { ...time, kind: "date" } : time, precision);
    }
    return this.#numbers.writeSource(source, key, currency);
  }
}

/** What lines are written as: text to be measured, or HTML. */
interface Form {
  readonly value: (value: JsonValue | undefined, look: ValueLook) => string;
  readonly name: (name: string) => string;
}

/** Returns the number of levels of lists in a list, itself included. */
const heightOf = (items: JsonArray): number =>
  1 + items.reduce((most: number, item) => (isArray(item) ? Math.max(most, heightOf(item)) : most), 0);

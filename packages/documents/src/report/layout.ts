import { block, type Flow } from "./flow.ts";
import { directionAttribute, escapeHtml, linkedHtml } from "./html.ts";
import {
  CompactJson,
  compactJson,
  isArray,
  isObject,
  isScalar,
  type JsonArray,
  type JsonObject,
  type JsonScalar,
  type JsonValue,
} from "./json-value.ts";
import { keyValues, type Member } from "./key-values.ts";
import { labelOf } from "./labels.ts";
import type { ReportSetting } from "./report-setting.ts";
import { matrixTable, recordTable } from "./tables.ts";

/** The place of a value in a report. */
interface Place {
  /** The number of objects and arrays around the value; rows of a table are where the table is. */
  readonly level: number;
  /** The rank of headings in it: 2 is the highest below the title. */
  readonly rank: number;
}

const OUTERMOST: Place = { level: 0, rank: 2 };

const inside = ({ level, rank }: Place): Place => ({ level: level + 1, rank: rank + 1 });
const belowHeading = (place: Place): Place => ({ ...place, rank: place.rank + 1 });

/** Lays a value out by its content. */
export class ReportLayout {
  readonly #setting: ReportSetting;
  #tables = 0;

  constructor(setting: ReportSetting) {
    this.#setting = setting;
  }

  *flows(value: JsonValue, place = OUTERMOST): Generator<Flow> {
    if (place.level > this.#setting.style.maxNestingDepth && !isScalar(value)) {
      yield this.#json(value);
    } else if (isObject(value)) {
      yield* this.#object(value, place);
    } else if (isArray(value)) {
      yield* this.#array(value, place);
    } else {
      yield value instanceof CompactJson ? this.#json(value) : this.#single(value);
    }
  }

  /** Yields single values first: below a nested section they would seem to belong to it. */
  *#object(object: JsonObject, place: Place, { isDense = false } = {}): Generator<Flow> {
    const members: readonly Member[] = [...object];
    if (members.length === 0) {
      yield note("No data");
      return;
    }
    const sections = members.filter(([, value]) => this.#isSection(value, place.level + 1));
    const pairs = members.filter(([, value]) => !this.#isSection(value, place.level + 1));
    if (pairs.length > 0) {
      yield keyValues(pairs, { ...this.#setting, levels: this.#levelsBelow(place), isDense });
    }
    for (const [key, value] of sections) {
      yield heading(labelOf(key), place);
      yield* this.flows(value, inside(place));
    }
  }

  /** Returns whether a member is more than the right side of a line. */
  #isSection(value: JsonValue, level: number): boolean {
    if (level > this.#setting.style.maxNestingDepth) {
      return false;
    }
    if (isObject(value)) {
      return value.size > 0;
    }
    return isArray(value) && value.length > 0 && !isLine(value);
  }

  *#array(items: JsonArray, place: Place): Generator<Flow> {
    const records = items.filter(isObject);
    if (items.length === 0) {
      yield note("No entries");
    } else if (records.length > 0 && items.every((item) => isObject(item) || item === null)) {
      yield* this.#records(records, place);
    } else if (items.every(isScalar)) {
      yield this.#list(items);
    } else if (isMatrix(items)) {
      yield this.#table(matrixTable, items, place) ?? this.#json(items);
    } else {
      yield* this.#mixed(items, place);
    }
  }

  *#records(records: readonly JsonObject[], place: Place): Generator<Flow> {
    const isNested =
      place.level < this.#setting.style.maxNestingDepth && records.some((record) => holdsRecords(record));
    const table = isNested ? undefined : this.#table(recordTable, records, place);
    if (table !== undefined) {
      yield table;
      return;
    }
    for (const [index, record] of records.entries()) {
      yield heading(nameOf(record) ?? `Record ${index + 1}`, place, "record");
      yield* this.#object(record, belowHeading(place), { isDense: !isNested });
    }
  }

  #table<Rows>(
    make: (rows: Rows, setting: ReportSetting & { levels: number; number: number }) => Flow | undefined,
    rows: Rows,
    place: Place,
  ): Flow | undefined {
    this.#tables += 1;
    return make(rows, { ...this.#setting, levels: this.#levelsBelow(place), number: this.#tables });
  }

  /** Yields item by item; single values that follow each other are a list. */
  *#mixed(items: JsonArray, place: Place): Generator<Flow> {
    let single: JsonScalar[] = [];
    for (const [index, item] of items.entries()) {
      if (isScalar(item)) {
        single.push(item);
        continue;
      }
      if (single.length > 0) {
        yield this.#list(single);
        single = [];
      }
      yield heading((isObject(item) ? nameOf(item) : undefined) ?? `Item ${index + 1}`, place, "record");
      yield* this.flows(item, inside(place));
    }
    if (single.length > 0) {
      yield this.#list(single);
    }
  }

  #list(items: readonly JsonScalar[]): Flow {
    const { writer } = this.#setting;
    const isShort = items.length > MANY && items.every((item) => writer.text(item, ITEM).length <= SHORT);
    return {
      open: isShort ? "<ul class=short>" : "<ul>",
      items: items.map((item) => {
        const html = writer.html(item, ITEM);
        return `<li${directionAttribute(html)}>${html}\n`;
      }),
      close: "</ul>",
      itemCost: 1,
    };
  }

  #single(value: JsonScalar): Flow {
    const html = this.#setting.writer.html(value, ITEM);
    return block(`<p class=single${directionAttribute(html)}>${html === "" ? "(empty text)" : html}</p>`);
  }

  #json(value: JsonValue): Flow {
    return block(`<p class=single><code>${escapeHtml(compactJson(value))}</code></p>`);
  }

  #levelsBelow({ level }: Place): number {
    return this.#setting.style.maxNestingDepth - level;
  }
}

const ITEM = { key: "", levels: 0 };
const MANY = 12;
const SHORT = 16;
const LINE = 120;

/** Returns whether a list of single values goes on one line. */
const isLine = (items: JsonArray): boolean => {
  const texts = items.map((item) => (isScalar(item) ? compactJson(item) : undefined));
  return (
    items.length <= MANY &&
    texts.every((text) => text !== undefined && !text.includes("\\n")) &&
    texts.join().length <= LINE
  );
};

const isMatrix = (items: JsonArray): items is readonly (readonly JsonScalar[])[] => {
  const [first] = items;
  const length = isArray(first) ? first.length : 0;
  return (
    length > 0 &&
    items.length > 1 &&
    items.every((item) => isArray(item) && item.length === length && item.every(isScalar))
  );
};

/** Returns whether there is more in a record than a cell of a table can hold. */
const holdsRecords = (record: JsonObject): boolean =>
  record
    .values()
    .some((value) =>
      isArray(value)
        ? value.some((item) => !isScalar(item))
        : isObject(value) && value.values().some((member) => !isScalar(member)),
    );

const NAMES = ["name", "title", "label", "id", "key", "code", "number", "subject"];
const LONGEST_NAME = 80;

/**
 * Returns the name of a record, from a member such as `name` or else its first member; undefined where neither is a
 * short text.
 */
function nameOf(record: JsonObject): string | undefined {
  const members = Array.from(record, ([key, value]) => [key.toLowerCase(), value] as const);
  for (const name of NAMES) {
    const [, value] = members.find(([key, one]) => key === name && isScalar(one)) ?? [];
    if (typeof value === "string" && value.trim() !== "" && value.length <= LONGEST_NAME) {
      return value;
    }
  }
  const [first] = record.values();
  return typeof first === "string" && first.trim() !== "" && first.length <= LONGEST_NAME ? first : undefined;
}

const DEEPEST_HEADING = 6;

function heading(text: string, { rank }: Place, kind = ""): Flow {
  const name = `h${Math.min(rank, DEEPEST_HEADING)}`;
  const attributes = `${kind === "" ? "" : ` class=${kind}`}${directionAttribute(text)}`;
  return block(`<${name}${attributes}>${linkedHtml(text)}</${name}>\n`, { staysWithNext: true });
}

const note = (text: string): Flow => block(`<p class=note>${text}</p>`);

import { type AppendixGroup, Appendix } from "./appendix.ts";
import { rowsOf, titleOf } from "./appendix-rows.ts";
import { block, type Flow } from "./flow.ts";
import { heading } from "./heading.ts";
import { directionAttribute, escapeHtml } from "./html.ts";
import {
  CompactJson,
  isArray,
  isEmpty,
  isObject,
  isScalar,
  type JsonArray,
  JsonNumber,
  type JsonObject,
  type JsonScalar,
  type JsonValue,
} from "./json-value.ts";
import { keyValues, type Member } from "./key-values.ts";
import { labelOf } from "./labels.ts";
import { listOf, MANY, noteOf, singleOf } from "./lists.ts";
import { isMatrix, matrixRecords, namedRecords, seriesIn } from "./matrix.ts";
import { belowHeading, inside, levelsBelow, OUTERMOST, type Place } from "./place.ts";
import { isOnLines } from "./placement.ts";
import { readAgain } from "./read-again.ts";
import { nameOf, namesOf } from "./record-names.ts";
import type { ReportSetting } from "./report-setting.ts";
import type { ReportStyle } from "./report-style.ts";
import { areSections, isSection, unitsOf } from "./sections.ts";
import { type KnownTables, TableLayout } from "./table-layout.ts";
import { type Formats, ValueWriter } from "./value-writer.ts";
import { filled, type Words } from "./words.ts";

export interface LayoutSetting {
  readonly style: ReportStyle;
  readonly formats: Formats;
  readonly words: Words;
  readonly known: KnownTables;
}

/** Lays a value out by its content. */
export class ReportLayout {
  readonly #setting: ReportSetting;
  readonly #tables: TableLayout;
  readonly #appendix = new Appendix();

  constructor({ style, formats, words, known }: LayoutSetting) {
    const appendix = this.#appendix;
    const writer = new ValueWriter({ formats, words, colorsStatus: style.colorsStatus, appendix });
    let tables = 0;
    const nextTable = (): number => {
      tables += 1;
      return tables;
    };
    this.#setting = { style, writer, nextTable };
    this.#tables = new TableLayout(this.#setting, known);
  }

  /** Whether a table that was laid out so far would fit better if the paper were turned. */
  get isCramped(): boolean {
    return this.#tables.isCramped;
  }

  /** Yields the parts of a report of `value`, and behind them the values that are too deep, or too large, for them. */
  *flows(value: JsonValue): Generator<Flow> {
    yield* this.#value(value, OUTERMOST);
    this.#tables.beginAppendix();
    let isFirst = true;
    for (const group of this.#appendix.groups()) {
      if (isFirst) {
        yield heading(this.#words.further, OUTERMOST, "further");
        isFirst = false;
      }
      yield* this.#group(group);
    }
  }

  get #words() {
    return this.#setting.writer.words;
  }

  *#value(value: JsonValue, place: Place): Generator<Flow> {
    if (isObject(value)) {
      yield* this.#object(value, place);
    } else if (isArray(value)) {
      yield* this.#array(value, place);
    } else if (value instanceof CompactJson) {
      yield* this.#compact(value, place);
    } else {
      yield singleOf(value, this.#setting.writer);
    }
  }

  /** Yields single values first: below a nested section they would seem to belong to it. */
  *#object(object: JsonObject, place: Place, { isDense = false } = {}): Generator<Flow> {
    const named = place.level < this.#setting.style.maxNestingDepth && namedRecords(object, this.#words.key);
    const table =
      named && !areSections(object, levelsBelow(place, this.#setting.style))
        ? this.#tables.flows(object, named, place)
        : undefined;
    if (table !== undefined) {
      yield* table;
      return;
    }
    const series = this.#seriesOf(object, place);
    const members: readonly Member[] = [...(series?.others ?? object)];
    if (object.size === 0) {
      yield noteOf(this.#words.noData);
      return;
    }
    const levels = levelsBelow(place, this.#setting.style);
    const [sections, others] = partition(members, ([, value]) => isSection(value, levels - 1, isDense));
    const [empties, pairs] = partition(others, ([, value]) => value === null || value === "" || isEmpty(value));
    const isTold = empties.length < MANY_EMPTY || pairs.length === 0;
    if (others.length > 0) {
      yield keyValues(isTold ? others : pairs, { ...this.#setting, levels, path: place.path, isDense });
    }
    if (!isTold) {
      const names = escapeHtml(empties.map(([key]) => labelOf(key)).join(", "));
      yield block(`<p class=aside${directionAttribute(names)}>${escapeHtml(this.#words.empty)} ${names}</p>`);
    }
    yield* series?.flows ?? [];
    for (const [key, value] of sections) {
      yield heading(labelOf(key), place);
      yield* this.#value(value, { ...inside(place, key), units: unitsOf(object, key) });
    }
  }

  /** Returns the table of lists that belong together place by place, and the members that are none of them. */
  #seriesOf(object: JsonObject, place: Place): { others: JsonObject; flows: readonly Flow[] } | undefined {
    const series = place.level < this.#setting.style.maxNestingDepth ? seriesIn(object) : undefined;
    const flows = series && this.#tables.flows(object, series.records, place);
    return flows && { others: series.others, flows };
  }

  *#array(items: JsonArray, place: Place): Generator<Flow> {
    if (items.length === 0) {
      yield noteOf(this.#words.noEntries);
    } else if (items.some(isObject) && items.every((item) => isObject(item) || item === null)) {
      yield* this.#records(items, place);
    } else if (items.every(isScalar)) {
      yield listOf(items, this.#setting.writer);
    } else if (isMatrix(items)) {
      yield* this.#matrix(items, place);
    } else {
      yield* this.#mixed(items, place);
    }
  }

  *#records(items: JsonArray, place: Place): Generator<Flow> {
    const records = items.filter(isObject);
    const table = this.#tables.flows(items, records, place);
    if (table !== undefined) {
      yield* table;
      return;
    }
    const names = namesOf(records, this.#setting.writer);
    for (const [index, record] of records.entries()) {
      yield heading(names[index] ?? "", place, "record");
      yield* this.#object(record, belowHeading(place), { isDense: true });
    }
  }

  /** Yields a table of lists of single values; long lists of few numbers, such as coordinates, in columns. */
  *#matrix(items: readonly (readonly JsonScalar[])[], place: Place): Generator<Flow> {
    const isOfNumbers = items.length > MANY && (items[0]?.length ?? 0) <= FEW && items.flat().every(isNumber);
    const table = isOfNumbers ? undefined : this.#tables.flows(items, matrixRecords(items, place.path.at(-1)), place);
    yield* table ?? [listOf(items, this.#setting.writer)];
  }

  /** Yields item by item; single values that follow each other are a list. */
  *#mixed(items: JsonArray, place: Place): Generator<Flow> {
    let single: JsonValue[] = [];
    for (const [index, item] of items.entries()) {
      if (isScalar(item) || (!isObject(item) && isOnLines(item, levelsBelow(place, this.#setting.style)))) {
        single.push(item);
        continue;
      }
      if (single.length > 0) {
        yield listOf(single, this.#setting.writer);
        single = [];
      }
      if (items.length === 1) {
        yield* this.#nested(item, inside(place));
        return;
      }
      yield heading(
        (isObject(item) ? nameOf(item) : undefined) ?? filled(this.#words.item, index + 1),
        place,
        "record",
      );
      yield* this.#nested(item, inside(place));
    }
    if (single.length > 0) {
      yield listOf(single, this.#setting.writer);
    }
  }

  /** Yields a value that is an item of a list, or a reference to it where it is too deep. */
  *#nested(value: JsonValue, place: Place): Generator<Flow> {
    if (place.level <= this.#setting.style.maxNestingDepth || isScalar(value)) {
      yield* this.#value(value, place);
    } else {
      const look = { key: "", levels: 0, path: [...place.path, ""] };
      yield block(`<p class=single>${this.#setting.writer.html(value, look)}</p>`);
    }
  }

  /** Yields what was too deep to be read at once; what is deeper than any report can show stays as it is written. */
  *#compact(compact: CompactJson, place: Place): Generator<Flow> {
    const value = readAgain(compact);
    if (value === undefined) {
      yield block(`<p class=single><code>${escapeHtml(compact.source)}</code></p>`);
    } else {
      yield* this.#value(value, place);
    }
  }

  /** Yields the values of one kind of place in the appendix: as one table if they can be, or else one by one. */
  *#group({ letters, path, entries }: AppendixGroup): Generator<Flow> {
    const place: Place = { level: 0, rank: OUTERMOST.rank + 1, path };
    const title = titleOf({ letters, path });
    const rows = entries.flatMap(({ name, value }) => rowsOf(value).map((record, index) => ({ name, record, index })));
    const [only] = entries;
    if (rows.length >= entries.length && (rows.length > 1 || isArray(only?.value))) {
      const rowNames = rows.map(({ name, index }) => (index === 0 ? name : undefined));
      const named = rows.map(({ name, record }) => new Map([[this.#words.reference, name], ...record]));
      const table = this.#tables.flows(entries, named, place, rowNames);
      if (table !== undefined) {
        yield heading(title, place);
        yield* table;
        return;
      }
    }
    yield heading(title, place);
    for (const { name, value } of entries) {
      yield heading(name, belowHeading(place), "record", name);
      yield* this.#value(value, belowHeading(belowHeading(place)));
    }
  }
}

/** The least number of members without a value that are told of in one line. */
const MANY_EMPTY = 3;
const FEW = 3;

function partition<T>(items: readonly T[], isFirst: (item: T) => boolean): readonly [readonly T[], readonly T[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}

const isNumber = (value: JsonScalar): boolean => value instanceof JsonNumber;

import { type AppendixGroup, Appendix } from "./appendix.ts";
import { chartFlows } from "./chart.ts";
import { type FittedTable, fitTable, qualityOf, type TableData, tableDataOf } from "./fitted-table.ts";
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
import { isMatrix, matrixRecords, namedRecords, seriesIn } from "./matrix.ts";
import { isFlat, isLine, isOnLines } from "./placement.ts";
import { readAgain } from "./read-again.ts";
import { nameOf, namesOf } from "./record-names.ts";
import type { ReportSetting } from "./report-setting.ts";
import type { ReportStyle } from "./report-style.ts";
import { tableFlows } from "./tables.ts";
import { type Formats, ValueWriter } from "./value-writer.ts";
import { filled, type Words } from "./words.ts";

/** The place of a value in a report. */
interface Place {
  /** The number of objects and arrays around the value; rows of a table are where the table is. */
  readonly level: number;
  /** The rank of headings in it: 2 is the highest below the title. */
  readonly rank: number;
  /** The names of the members that lead to it. */
  readonly path: readonly string[];
  /** The units of its members, where a neighbour has them. */
  readonly units?: JsonObject | undefined;
}

const OUTERMOST: Place = { level: 0, rank: 2, path: [] };

const inside = ({ level, rank, path }: Place, key?: string): Place => ({
  level: level + 1,
  rank: rank + 1,
  path: key === undefined ? path : [...path, key],
});
const belowHeading = (place: Place): Place => ({ ...place, rank: place.rank + 1 });

/** What is known of the tables of a report, whatever its paper: columns are worth finding only once. */
export type KnownTables = WeakMap<object, TableData>;

export interface LayoutSetting {
  readonly style: ReportStyle;
  readonly formats: Formats;
  readonly words: Words;
  readonly known: KnownTables;
}

/** Lays a value out by its content. */
export class ReportLayout {
  readonly #setting: ReportSetting;
  readonly #known: KnownTables;
  readonly #appendix = new Appendix();
  #tables = 0;
  #isCramped = false;
  /** Whether the tables that are being laid out have a say in how the paper lies; those of the appendix have none. */
  #isInAppendix = false;

  constructor({ style, formats, words, known }: LayoutSetting) {
    const writer = new ValueWriter({
      formats,
      words,
      colorsStatus: style.colorsStatus,
      appendix: this.#appendix,
    });
    this.#setting = {
      style,
      writer,
      nextTable: () => {
        this.#tables += 1;
        return this.#tables;
      },
    };
    this.#known = known;
  }

  /** Whether a table that was laid out so far would fit better if the paper were turned. */
  get isCramped(): boolean {
    return this.#isCramped;
  }

  /** Yields the parts of a report of `value`, and behind them the values that are too deep, or too large, for them. */
  *flows(value: JsonValue): Generator<Flow> {
    yield* this.#value(value, OUTERMOST);
    this.#isInAppendix = true;
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
      yield this.#single(value);
    }
  }

  /** Yields single values first: below a nested section they would seem to belong to it. */
  *#object(object: JsonObject, place: Place, { isDense = false } = {}): Generator<Flow> {
    const named = place.level < this.#setting.style.maxNestingDepth && namedRecords(object, this.#words.key);
    const table = named && !this.#areSections(object, place) ? this.#table(object, named, place) : undefined;
    if (table !== undefined) {
      yield* table;
      return;
    }
    const series = this.#seriesOf(object, place);
    const members: readonly Member[] = [...(series?.others ?? object)];
    if (object.size === 0) {
      yield this.#note(this.#words.noData);
      return;
    }
    const [sections, others] = partition(members, ([, value]) => this.#isSection(value, place.level + 1, isDense));
    const [empties, pairs] = partition(others, ([, value]) => value === null || value === "" || isEmpty(value));
    const isTold = empties.length < MANY_EMPTY || pairs.length === 0;
    const levels = this.#levelsBelow(place);
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
    const flows = series && this.#table(object, series.records, place);
    return flows && { others: series.others, flows };
  }

  /**
   * Returns whether objects under names are sections rather than rows of a table: nothing of them would stand in its
   * cells, or lists below its rows would be so long that the rows are no longer seen together. Lists that are too deep
   * for sections are better below rows than in the appendix.
   */
  #areSections(object: JsonObject, place: Place): boolean {
    const levels = this.#levelsBelow(place);
    const values = [...object.values()].filter(isObject).flatMap((record) => [...record.values()]);
    const lists = values.filter(
      (value) => isArray(value) && value.length > 0 && value.every(isObject) && !isOnLines(value, levels),
    );
    const isLong = lists.some((list) => isArray(list) && list.length > LONGEST_BELOW);
    return levels >= LEVELS_OF_LISTS && lists.length > 0 && (isLong || lists.length === values.length);
  }

  /** Returns whether a member is more than the right side of a line. */
  #isSection(value: JsonValue, level: number, isDense: boolean): boolean {
    const { maxNestingDepth } = this.#setting.style;
    if (level > maxNestingDepth || isScalar(value) || isEmpty(value)) {
      return false;
    }
    if (isObject(value)) {
      return !(isDense ? isOnLines(value, maxNestingDepth - level + 1) : isFlat(value));
    }
    return value instanceof CompactJson || (isArray(value) && !isLine(value));
  }

  *#array(items: JsonArray, place: Place): Generator<Flow> {
    if (items.length === 0) {
      yield this.#note(this.#words.noEntries);
    } else if (items.some(isObject) && items.every((item) => isObject(item) || item === null)) {
      yield* this.#records(items, place);
    } else if (items.every(isScalar)) {
      yield this.#list(items);
    } else if (isMatrix(items)) {
      yield* this.#matrix(items, place);
    } else {
      yield* this.#mixed(items, place);
    }
  }

  *#records(items: JsonArray, place: Place): Generator<Flow> {
    const records = items.filter(isObject);
    const table = this.#table(items, records, place);
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

  /** Returns records as a table; undefined when it would be too wide to be read. */
  #table(
    source: object,
    records: readonly JsonObject[],
    { path, units, ...place }: Place,
    rowNames: readonly (string | undefined)[] = [],
  ): Flow[] | undefined {
    const { style } = this.#setting;
    const data =
      this.#known.get(source) ??
      tableDataOf(records, { ...this.#setting, levels: this.#levelsBelow(place), path, units });
    this.#known.set(source, data);
    const fitted = data.columns.length === 0 ? undefined : fitTable(data, style);
    this.#compare(data, fitted);
    const charts = style.charts === "auto" && !this.#isInAppendix && fitted ? chartFlows(data, this.#setting) : [];
    return fitted && [...charts, ...tableFlows(fitted, data, { ...this.#setting, rowNames })];
  }

  /** Notes whether a table would fit clearly better if the paper were turned. */
  #compare(data: TableData, fitted: FittedTable | undefined): void {
    const { style } = this.#setting;
    const here = qualityOf(fitted, style);
    if (
      this.#isInAppendix ||
      this.#isCramped ||
      style.turned === undefined ||
      here >= COMFORTABLE ||
      data.columns.length === 0
    ) {
      return;
    }
    const turned = { ...style, ...style.turned };
    this.#isCramped = qualityOf(fitTable(data, turned), turned) > here + CLEARLY;
  }

  /** Yields a table of lists of single values; long lists of few numbers, such as coordinates, in columns. */
  *#matrix(items: readonly (readonly JsonScalar[])[], place: Place): Generator<Flow> {
    const isOfNumbers = items.length > MANY && (items[0]?.length ?? 0) <= FEW && items.flat().every(isNumber);
    const table = isOfNumbers ? undefined : this.#table(items, matrixRecords(items, place.path.at(-1)), place);
    yield* table ?? [this.#list(items)];
  }

  /** Yields item by item; single values that follow each other are a list. */
  *#mixed(items: JsonArray, place: Place): Generator<Flow> {
    let single: JsonValue[] = [];
    for (const [index, item] of items.entries()) {
      if (isScalar(item) || (!isObject(item) && isOnLines(item, this.#levelsBelow(place)))) {
        single.push(item);
        continue;
      }
      if (single.length > 0) {
        yield this.#list(single);
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
      yield this.#list(single);
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

  #list(items: JsonArray): Flow {
    const { writer } = this.#setting;
    const look = { key: "", levels: 1, path: [] };
    const isShort = items.length > MANY && items.every((item) => writer.text(item, look).length <= SHORT);
    return {
      open: isShort ? "<ul class=short>" : "<ul>",
      items: items.map((item) => {
        const html = writer.html(item, look);
        return `<li${directionAttribute(html)}>${html}\n`;
      }),
      close: "</ul>",
      itemCost: 1,
    };
  }

  #single(value: JsonScalar): Flow {
    const html = this.#setting.writer.html(value, { key: "", levels: 0, path: [] });
    return block(
      `<p class=single${directionAttribute(html)}>${html === "" ? escapeHtml(this.#words.emptyText) : html}</p>`,
    );
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
    const names = path.filter((key) => key !== "").map(labelOf);
    const shown = names.length > MOST_STEPS ? ["…", ...names.slice(-MOST_STEPS)] : names;
    const title = [letters, shown.join(" › ")].filter((part) => part !== "").join(" · ");
    const rows = entries.flatMap(({ name, value }) => rowsOf(value).map((record, index) => ({ name, record, index })));
    const [only] = entries;
    if (rows.length >= entries.length && (rows.length > 1 || isArray(only?.value))) {
      const rowNames = rows.map(({ name, index }) => (index === 0 ? name : undefined));
      const named = rows.map(({ name, record }) => new Map([[this.#words.reference, name], ...record]));
      const table = this.#table(entries, named, place, rowNames);
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

  #note(text: string): Flow {
    return block(`<p class=note>${escapeHtml(text)}</p>`);
  }

  #levelsBelow({ level }: Pick<Place, "level">): number {
    return this.#setting.style.maxNestingDepth - level;
  }
}

/** The quality of a table that needs no other paper, and the difference that is worth turning it. */
const COMFORTABLE = 0.85;
const CLEARLY = 0.04;
/** The greatest number of rows of a table below the row of a name, which is about a page. */
const LONGEST_BELOW = 40;
/** The levels that lists in objects under names take, as sections: one of the names, and one of the lists. */
const LEVELS_OF_LISTS = 2;
/** The least number of members without a value that are told of in one line. */
const MANY_EMPTY = 3;
/** The greatest number of names in the heading of a part of the appendix. */
const MOST_STEPS = 4;
const MANY = 12;
const FEW = 3;
const SHORT = 24;

function partition<T>(items: readonly T[], isFirst: (item: T) => boolean): readonly [readonly T[], readonly T[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}

const isNumber = (value: JsonScalar): boolean => value instanceof JsonNumber;

/** Returns the units that an object has for a member of it: those of `hourly` in `hourly_units`. */
function unitsOf(object: JsonObject, key: string): JsonObject | undefined {
  const units = object.get(`${key}_units`) ?? object.get(`${key}Units`);
  return isObject(units) ? units : undefined;
}

/** Returns the records that a value of the appendix is in a table; none if it is something else. */
function rowsOf(value: JsonValue): readonly JsonObject[] {
  if (isObject(value)) {
    return [value];
  }
  return isArray(value) && value.length > 0 && value.every(isObject) ? value : [];
}

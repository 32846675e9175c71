import { chartFlows } from "./chart.ts";
import { type FittedTable, fitTable, qualityOf, type TableData, tableDataOf } from "./fitted-table.ts";
import type { Flow } from "./flow.ts";
import type { JsonObject } from "./json-value.ts";
import { levelsBelow, type Place } from "./place.ts";
import type { ReportSetting } from "./report-setting.ts";
import { tableFlows } from "./tables.ts";

/** What is known of the tables of a report, whatever its paper: columns are worth finding only once. */
export type KnownTables = WeakMap<object, TableData>;

/** Lays the tables of a report out, and notes whether they would fit better on turned paper. */
export class TableLayout {
  readonly #setting: ReportSetting;
  readonly #known: KnownTables;
  /** Whether tables have a say in how the paper lies; those of the appendix have none. */
  #haveSay = true;
  #isCramped = false;

  constructor(setting: ReportSetting, known: KnownTables) {
    this.#setting = setting;
    this.#known = known;
  }

  /** Whether a table that was laid out so far would fit better if the paper were turned. */
  get isCramped(): boolean {
    return this.#isCramped;
  }

  /** The tables that follow are those of the appendix. */
  beginAppendix(): void {
    this.#haveSay = false;
  }

  /**
   * Returns records as a table, with its chart where it has one; undefined when it would be too wide to be read.
   * @param source what the records are of, by which the table is known again
   */
  flows(
    source: object,
    records: readonly JsonObject[],
    place: Place,
    rowNames: readonly (string | undefined)[] = [],
  ): Flow[] | undefined {
    const { style } = this.#setting;
    const data =
      this.#known.get(source) ??
      tableDataOf(records, {
        ...this.#setting,
        levels: levelsBelow(place, style),
        path: place.path,
        units: place.units,
      });
    this.#known.set(source, data);
    const fitted = data.columns.length === 0 ? undefined : fitTable(data, style);
    this.#compare(data, fitted);
    const charts = style.charts === "auto" && this.#haveSay && fitted ? chartFlows(data, this.#setting) : [];
    return fitted && [...charts, ...tableFlows(fitted, data, { ...this.#setting, rowNames })];
  }

  /** Notes whether a table would fit clearly better if the paper were turned. */
  #compare(data: TableData, fitted: FittedTable | undefined): void {
    const { style } = this.#setting;
    const here = qualityOf(fitted, style);
    if (
      !this.#haveSay ||
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
}

/** The quality of a table that needs no other paper, and the difference that is worth turning it. */
const COMFORTABLE = 0.85;
const CLEARLY = 0.04;

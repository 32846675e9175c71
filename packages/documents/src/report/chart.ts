import { type ChartData, type ChartPoint, chartsOf } from "./chart-data.ts";
import type { TableData } from "./fitted-table.ts";
import { block, type Flow } from "./flow.ts";
import { escapeHtml } from "./html.ts";
import { JsonNumber } from "./json-value.ts";
import type { ReportSetting } from "./report-setting.ts";
import { readable } from "./style-sheet.ts";
import { textWidthEm } from "./text-width.ts";
import { described } from "./words.ts";

/*
 * Charts as SVG with a text in their place for those who do not see them. They have few marks: a line or bars, a few
 * figures, and as many lines behind them as it takes to read the scale.
 */

const SMALL_EM = 0.8;
const GRID = "#e2e8f0";
const INK = "#52606d";
/** The gap between charts side by side, in points. */
const GAP_PT = 18;

/** Returns the charts of a table; nothing where it is no series. */
export function chartFlows(data: TableData, setting: ReportSetting): Flow[] {
  const charts = chartsOf(data);
  const { textWidthPt } = setting.style;
  const isPaired = charts.length > 1 && charts.every(({ kind }) => kind === "line");
  const widthPt = isPaired ? (textWidthPt - GAP_PT) / 2 : textWidthPt;
  const drawn = charts.map((chart) => new Chart(chart, widthPt, setting).html());
  const rows = isPaired
    ? drawn.flatMap((one, index) => (index % 2 === 0 ? [one + (drawn[index + 1] ?? "")] : []))
    : drawn;
  return rows.map((row) => block(`<div class=charts>${row}</div>\n`, { itemCost: 40 }));
}

export const chartRules = ({ fontSizePt }: ReportSetting["style"]): readonly string[] => [
  `.charts{break-inside:avoid;display:flex;gap:${GAP_PT}pt;margin:0 0 ${fontSizePt}pt}.charts svg{display:block}`,
  `.charts text{font-size:${(fontSizePt * SMALL_EM).toFixed(2)}px;fill:${INK};font-variant-numeric:tabular-nums}`,
  `.charts .title{font-size:${fontSizePt}px;font-weight:600;fill:#0f172a}`,
];

class Chart {
  readonly #data: ChartData;
  readonly #widthPt: number;
  readonly #setting: ReportSetting;
  readonly #smallPt: number;

  constructor(data: ChartData, widthPt: number, setting: ReportSetting) {
    this.#data = data;
    this.#widthPt = widthPt;
    this.#setting = setting;
    this.#smallPt = setting.style.fontSizePt * SMALL_EM;
  }

  html(): string {
    const { kind, measure } = this.#data;
    const { fontSizePt } = this.#setting.style;
    const topPt = fontSizePt * 1.9;
    const { marks, heightPt } = kind === "line" ? this.#line(topPt) : this.#bars(topPt);
    const size = `width="${this.#widthPt.toFixed(1)}pt" height="${heightPt.toFixed(1)}pt" viewBox="0 0 ${this.#widthPt.toFixed(1)} ${heightPt.toFixed(1)}"`;
    const title = `<text class=title x=0 y=${fontSizePt.toFixed(1)}>${escapeHtml(measure.label)}</text>`;
    return `<svg role=img aria-label="${escapeHtml(this.#description())}" ${size}>${title}${marks}</svg>`;
  }

  /** Returns what the chart shows, in words. */
  #description(): string {
    const { kind, axis, measure, points } = this.#data;
    const values = points.map(({ value }) => value);
    const { words } = this.#setting.writer;
    return described(kind === "line" ? words.lineChart : words.barChart, {
      measure: measure.label,
      axis: axis.label,
      count: String(points.length),
      least: this.#figure(least(values)),
      most: this.#figure(most(values)),
    });
  }

  /** Returns a line over time, with a scale at its left and the first and the last time below it. */
  #line(topPt: number): { readonly marks: string; readonly heightPt: number } {
    const points = thinnedOut(this.#data.points);
    const plotPt = Math.min(130, this.#widthPt * 0.34);
    const ticks = ticksOf(points.map(({ value }) => value));
    const figures = ticks.map((tick) => this.#figure(tick));
    const leftPt = Math.max(...figures.map((figure) => this.#widthOf(figure))) + 6;
    const [low = 0] = ticks;
    const high = ticks.at(-1) ?? 1;
    const from = points[0]?.at ?? 0;
    const to = points.at(-1)?.at ?? 1;
    const x = (at: number): number => leftPt + ((at - from) / (to - from || 1)) * (this.#widthPt - leftPt - 3);
    const y = (value: number): number => topPt + (1 - (value - low) / (high - low)) * plotPt;
    const grid = ticks.map((tick, index) => {
      const at = y(tick).toFixed(1);
      return (
        `<path d="M${leftPt.toFixed(1)} ${at}H${this.#widthPt.toFixed(1)}" stroke="${GRID}" stroke-width=".5"/>` +
        `<text x=${(leftPt - 5).toFixed(1)} y=${(y(tick) + this.#smallPt * 0.35).toFixed(1)} text-anchor=end>${escapeHtml(figures[index] ?? "")}</text>`
      );
    });
    const path = points.map(
      ({ at, value }, index) => `${index === 0 ? "M" : "L"}${x(at).toFixed(1)} ${y(value).toFixed(1)}`,
    );
    const colour = this.#colour();
    const line = `<path d="${path.join("")}" fill="none" stroke="${colour}" stroke-width="1.6" stroke-linejoin="round" stroke-linecap="round"/>`;
    const dots =
      points.length > MOST_DOTS
        ? []
        : points.map(
            ({ at, value }) => `<circle cx=${x(at).toFixed(1)} cy=${y(value).toFixed(1)} r=2.2 fill="${colour}"/>`,
          );
    const labelY = (topPt + plotPt + this.#smallPt * 1.6).toFixed(1);
    const ends = [points[0], points.at(-1)].map((point, index) => {
      const text = escapeHtml(point === undefined ? "" : this.#nameOf(point));
      return `<text x=${index === 0 ? leftPt.toFixed(1) : this.#widthPt.toFixed(1)} y=${labelY}${index === 0 ? "" : " text-anchor=end"}>${text}</text>`;
    });
    return { marks: [...grid, line, ...dots, ...ends].join(""), heightPt: topPt + plotPt + this.#smallPt * 2.2 };
  }

  /** Returns a bar for each name, from zero, with its figure at its end. */
  #bars(topPt: number): { readonly marks: string; readonly heightPt: number } {
    const { points, measure } = this.#data;
    const rowPt = this.#smallPt * 2;
    const names = points.map((point) => shortened(this.#nameOf(point)));
    const figures = points.map(({ record }) => this.#setting.writer.text(measure.valueOf(record), measure));
    const leftPt = Math.max(...names.map((name) => this.#widthOf(name))) + 8;
    const figurePt = Math.max(...figures.map((figure) => this.#widthOf(figure))) + 5;
    const low = Math.min(0, least(points.map(({ value }) => value)));
    const high = Math.max(0, most(points.map(({ value }) => value)));
    const beforePt = low < 0 ? figurePt : 0;
    const roomPt = this.#widthPt - leftPt - figurePt - beforePt;
    const x = (value: number): number => leftPt + beforePt + ((value - low) / (high - low || 1)) * roomPt;
    const colour = this.#colour();
    const rows = points.map(({ value }, index) => {
      const y = topPt + index * rowPt;
      const baseline = (y + rowPt * 0.66).toFixed(1);
      const [start, end] = value < 0 ? [x(value), x(0)] : [x(0), x(value)];
      const figureAt =
        value < 0 ? `${(start - 4).toFixed(1)} y=${baseline} text-anchor=end` : `${(end + 4).toFixed(1)} y=${baseline}`;
      return (
        `<text x=${(leftPt - 8).toFixed(1)} y=${baseline} text-anchor=end>${escapeHtml(names[index] ?? "")}</text>` +
        `<rect x=${start.toFixed(1)} y=${(y + rowPt * 0.14).toFixed(1)} width=${Math.max(0.5, end - start).toFixed(1)} height=${(rowPt * 0.72).toFixed(1)} fill="${colour}"/>` +
        `<text x=${figureAt}>${escapeHtml(figures[index] ?? "")}</text>`
      );
    });
    return { marks: rows.join(""), heightPt: topPt + points.length * rowPt + 2 };
  }

  #nameOf({ record }: ChartPoint): string {
    const { axis } = this.#data;
    return this.#setting.writer.text(axis.valueOf(record), axis);
  }

  #figure(value: number): string {
    const { measure } = this.#data;
    const decimals = measure.number?.isPercent === true ? DECIMALS_READ : (measure.number?.decimals ?? 0);
    // Ticks may lie between the values, and zeros at their ends say nothing.
    const source = Number(value.toFixed(Math.max(decimals, 0) + 1));
    return this.#setting.writer.text(new JsonNumber(String(source)), {
      key: measure.key,
      levels: 0,
      path: [],
      ...(measure.number?.isPercent === true && { number: { decimals: 0, isGrouped: true, isPercent: true } }),
    });
  }

  #widthOf(text: string): number {
    return textWidthEm(text) * this.#smallPt;
  }

  #colour(): string {
    return readable(this.#setting.style.headerColor);
  }
}

const DECIMALS_READ = 4;
/** The greatest number of points of a line that are marked one by one. */
const MOST_DOTS = 14;
const MOST_DRAWN = 400;
const LONGEST_NAME = 28;

const shortened = (name: string): string => (name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name);
const least = (values: readonly number[]): number =>
  values.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY);
const most = (values: readonly number[]): number =>
  values.reduce((one, other) => Math.max(one, other), Number.NEGATIVE_INFINITY);

/** Returns the points that a line of this width can show: of each stretch the least and the greatest. */
function thinnedOut(points: readonly ChartPoint[]): readonly ChartPoint[] {
  if (points.length <= MOST_DRAWN) {
    return points;
  }
  const each = Math.ceil((2 * points.length) / MOST_DRAWN);
  return Array.from({ length: Math.ceil(points.length / each) }, (_, stretch) => {
    const some = points.slice(stretch * each, (stretch + 1) * each);
    const low = some.reduce((one, other) => (other.value < one.value ? other : one));
    const high = some.reduce((one, other) => (other.value > one.value ? other : one));
    return low.at <= high.at ? [low, high] : [high, low];
  }).flat();
}

const INTERVALS = 3;
/** The greatest share of the least value in the greatest at which a scale begins at zero. */
const NEAR_ZERO = 0.5;

/** Returns the round numbers of a scale, which includes all values, and zero where they are not far from it. */
function ticksOf(values: readonly number[]): readonly number[] {
  const smallest = least(values);
  const greatest = most(values);
  const from = smallest >= 0 && smallest <= greatest * NEAR_ZERO ? 0 : smallest;
  const to = greatest <= 0 && greatest >= smallest * NEAR_ZERO ? 0 : greatest;
  const rough = (to - from) / INTERVALS || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 2.5, 5, 10].find((one) => one * power >= rough) ?? 10) * power;
  const first = Math.floor(from / step);
  const last = Math.ceil(to / step);
  return Array.from({ length: last - first + 1 }, (_, index) => Number(((first + index) * step).toPrecision(12)));
}

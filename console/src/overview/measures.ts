import { shownDuration, shownNumber } from "../design/shown.ts";
import type { Figures } from "./usage.ts";

/** What a chart shows of the figures. */
export type Measure = "calls" | "latency" | "pages" | "credits";

/** A part of a bar, in the unit of its measure, from its lower end to its upper one. */
export interface Part {
  readonly name: string;
  readonly tone: "plain" | "soft" | "bad";
  readonly from: number;
  readonly to: number;
}

interface MeasureFacts {
  readonly id: Measure;
  readonly label: string;
  /** The names of the parts, where a bar has more than one. */
  readonly legend: readonly Pick<Part, "name" | "tone">[];
  parts(figures: Figures): readonly Omit<Part, "name" | "tone">[];
  shown(value: number): string;
  /** Says the figures in words. */
  tell(figures: Figures): string;
}

export const MEASURES: readonly MeasureFacts[] = [
  {
    id: "calls",
    label: "Calls and errors",
    legend: [
      { name: "Delivered", tone: "plain" },
      { name: "Failed", tone: "bad" },
    ],
    parts: ({ requests, errors }) => [
      { from: 0, to: requests },
      { from: requests, to: requests + errors },
    ],
    shown: shownNumber,
    tell: ({ requests, errors }) => `${shownNumber(requests)} delivered, ${shownNumber(errors)} failed`,
  },
  {
    id: "latency",
    label: "Latency",
    legend: [
      { name: "p50", tone: "plain" },
      { name: "p95", tone: "soft" },
    ],
    parts: ({ latency_ms: { p50, p95 } }) => [
      { from: 0, to: p50 ?? 0 },
      { from: p50 ?? 0, to: p95 ?? 0 },
    ],
    shown: shownDuration,
    tell: ({ latency_ms: { p50, p95 } }) =>
      p50 === null || p95 === null ? "nothing delivered" : `p50 ${shownDuration(p50)}, p95 ${shownDuration(p95)}`,
  },
  ...(["pages", "credits"] as const).map((id) => ({
    id,
    label: id === "pages" ? "Pages" : "Credits",
    legend: [{ name: "All", tone: "plain" as const }],
    parts: (figures: Figures) => [{ from: 0, to: figures[id] }],
    shown: shownNumber,
    tell: (figures: Figures) => shownNumber(figures[id]),
  })),
];

/** Returns the facts of a measure. */
export function factsOf(measure: Measure): MeasureFacts {
  const facts = MEASURES.find(({ id }) => id === measure);
  if (facts === undefined) {
    throw new Error(`There is no measure ${measure}.`);
  }
  return facts;
}

/** Returns the parts of a bar, the lowest first. */
export function partsOf(measure: Measure, figures: Figures): readonly Part[] {
  const { legend, parts } = factsOf(measure);
  return parts(figures).flatMap((part, index) => {
    const named = legend[index];
    return named === undefined ? [] : [{ ...named, ...part }];
  });
}

/** Returns the length of a bar, in the unit of its measure. */
export const lengthOf = (measure: Measure, figures: Figures): number =>
  Math.max(
    0,
    ...factsOf(measure)
      .parts(figures)
      .map(({ to }) => to),
  );

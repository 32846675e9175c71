import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from "react";
import styles from "./chart.module.css";
import { ChartTable } from "./chart-table.tsx";
import { Legend } from "./legend.tsx";
import { factsOf, lengthOf, type Measure, partsOf } from "./measures.ts";
import { type Span, shownLong, shownShort } from "./periods.ts";
import { roundTop } from "./scale.ts";
import type { Share } from "./usage.ts";

interface TimeChartProps {
  readonly title: string;
  readonly unit: Span["unit"];
  /** Every hour or day of the time, in order. */
  readonly periods: readonly Share[];
  readonly measure: Measure;
}

const HEIGHT = 100;
const GRID = [0, 0.5, 1] as const;

/**
 * A bar for each hour or day. Its figures are told when the pointer is over it, or when it is reached with the arrow keys:
 * to those who do not see the bars, the chart is a slider over the time.
 */
export function TimeChart({ title, unit, periods, measure }: TimeChartProps): ReactNode {
  const [chosen, setChosen] = useState<number>();
  const top = roundTop(Math.max(...periods.map(({ figures }) => lengthOf(measure, figures))));
  const last = periods.length - 1;
  const here = Math.min(chosen ?? last, last);
  const told = tell(periods[here], unit, measure);
  const follow = (event: PointerEvent): void => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    setChosen(Math.max(0, Math.min(last, Math.floor(((event.clientX - left) / width) * periods.length))));
  };
  const step = (event: KeyboardEvent): void => {
    const next = NEXT[event.key]?.(here, last);
    if (next !== undefined) {
      event.preventDefault();
      setChosen(Math.max(0, Math.min(last, next)));
    }
  };
  return (
    <figure className={styles["chart"]}>
      <figcaption>
        <h3>{title}</h3>
        <span className={styles["told"]} aria-hidden="true">
          {told}
        </span>
      </figcaption>
      <div className={styles["plot"]}>
        <div className={styles["scale"]} aria-hidden="true">
          {GRID.toReversed().map((part) => (
            <span key={part}>{top * part < 1 && part > 0 ? "" : factsOf(measure).shown(top * part)}</span>
          ))}
        </div>
        <div
          className={styles["bars"]}
          role="slider"
          tabIndex={0}
          aria-label={`${title}, ${unit === "day" ? "a day" : "an hour"} at a time`}
          aria-valuemin={0}
          aria-valuemax={last}
          aria-valuenow={here}
          aria-valuetext={told}
          onKeyDown={step}
          onPointerMove={follow}
          onPointerDown={follow}
          onPointerLeave={() => setChosen(undefined)}
        >
          <svg viewBox={`0 0 ${periods.length} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
            {GRID.map((part) => (
              <line
                key={part}
                x1={0}
                x2={periods.length}
                y1={HEIGHT * part}
                y2={HEIGHT * part}
                className={styles["grid"]}
              />
            ))}
            {periods.map(({ name, figures }, index) =>
              partsOf(measure, figures).map(({ name: part, tone, from, to }) => (
                <rect
                  key={`${name} ${part}`}
                  className={styles["bar"]}
                  data-tone={tone}
                  data-chosen={index === chosen || undefined}
                  x={index + 0.12}
                  width={0.76}
                  y={HEIGHT - (to / top) * HEIGHT}
                  height={((to - from) / top) * HEIGHT}
                />
              )),
            )}
          </svg>
        </div>
        <div className={styles["ends"]} aria-hidden="true">
          {[0, Math.floor(last / 2), last].map((index) => (
            <span key={index}>{shownShort(periods[index]?.name ?? "", unit)}</span>
          ))}
        </div>
      </div>
      <Legend measure={measure} />
      <ChartTable
        title={title}
        of={unit === "day" ? "Day" : "Hour"}
        shares={periods.toReversed()}
        shownName={(name) => shownLong(name, unit)}
      />
    </figure>
  );
}

const NEXT: Readonly<Record<string, (here: number, last: number) => number>> = {
  ArrowLeft: (here) => here - 1,
  ArrowDown: (here) => here - 1,
  ArrowRight: (here) => here + 1,
  ArrowUp: (here) => here + 1,
  PageDown: (here) => here - 7,
  PageUp: (here) => here + 7,
  Home: () => 0,
  End: (_, last) => last,
};

const tell = (period: Share | undefined, unit: Span["unit"], measure: Measure): string =>
  period === undefined ? "" : `${shownLong(period.name, unit)}: ${factsOf(measure).tell(period.figures)}`;

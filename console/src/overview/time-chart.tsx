import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from "react";
import { shownNumber } from "../design/shown.ts";
import styles from "./chart.module.css";
import { ChartTable } from "./chart-table.tsx";
import { shownDay, shownLongDay } from "./days.ts";
import { roundTop } from "./scale.ts";
import type { Measure, Share } from "./usage.ts";

interface DayChartProps {
  readonly title: string;
  /** Every day of the time, in order. */
  readonly days: readonly Share[];
  readonly measure: Measure;
}

const HEIGHT = 100;
const GRID = [0, 0.5, 1] as const;

/**
 * A bar for each day. The figures of a day are told when the pointer is over it, or when it is reached with the arrow
 * keys: to those who do not see the bars, the chart is a slider over the days.
 */
export function DayChart({ title, days, measure }: DayChartProps): ReactNode {
  const [chosen, setChosen] = useState<number>();
  const top = roundTop(Math.max(...days.map(({ figures }) => figures[measure])));
  const last = days.length - 1;
  const here = Math.min(chosen ?? last, last);
  const told = tell(days[here], measure);
  const follow = (event: PointerEvent): void => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    setChosen(Math.max(0, Math.min(last, Math.floor(((event.clientX - left) / width) * days.length))));
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
            <span key={part}>{top * part < 1 && part > 0 ? "" : shownNumber(top * part)}</span>
          ))}
        </div>
        <div
          className={styles["bars"]}
          role="slider"
          tabIndex={0}
          aria-label={`${title}, a day at a time`}
          aria-valuemin={0}
          aria-valuemax={last}
          aria-valuenow={here}
          aria-valuetext={told}
          onKeyDown={step}
          onPointerMove={follow}
          onPointerDown={follow}
          onPointerLeave={() => setChosen(undefined)}
        >
          <svg viewBox={`0 0 ${days.length} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
            {GRID.map((part) => (
              <line
                key={part}
                x1={0}
                x2={days.length}
                y1={HEIGHT * part}
                y2={HEIGHT * part}
                className={styles["grid"]}
              />
            ))}
            {days.map(({ name, figures }, index) => {
              const height = (figures[measure] / top) * HEIGHT;
              return (
                <rect
                  key={name}
                  className={styles["bar"]}
                  data-chosen={index === chosen || undefined}
                  x={index + 0.12}
                  width={0.76}
                  y={HEIGHT - height}
                  height={height}
                />
              );
            })}
          </svg>
        </div>
        <div className={styles["ends"]} aria-hidden="true">
          {[0, Math.floor(last / 2), last].map((index) => (
            <span key={index}>{shownDay(days[index]?.name ?? "")}</span>
          ))}
        </div>
      </div>
      <ChartTable title={title} of="Day" shares={days.toReversed()} shownName={shownLongDay} />
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

const tell = (day: Share | undefined, measure: Measure): string =>
  day === undefined ? "" : `${shownLongDay(day.name)}: ${shownNumber(day.figures[measure])}`;

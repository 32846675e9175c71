import { type ReactNode, useMemo } from "react";
import { type Draft, differingParts, PARTS, textOf } from "../draft.ts";
import styles from "../templates.module.css";
import { type DiffLine, lineDiff } from "./line-diff.ts";

/** The lines that are shown before and after each difference. */
const CONTEXT = 3;

const SIGNS = { same: " ", added: "+", removed: "−" } as const;

/** What differs between two states of a template, part by part and line by line. */
export function Differences({ before, after }: { readonly before: Draft; readonly after: Draft }): ReactNode {
  const parts = useMemo(() => differingParts(before, after), [before, after]);
  if (parts.length === 0) {
    return <p className={styles["soft"]}>They are the same.</p>;
  }
  return (
    <div className={styles["stack"]}>
      {PARTS.filter(([part]) => parts.includes(part)).map(([part, label]) => (
        <PartDifference key={part} label={label} before={textOf(before, part)} after={textOf(after, part)} />
      ))}
    </div>
  );
}

interface PartDifferenceProps {
  readonly label: string;
  readonly before: string;
  readonly after: string;
}

function PartDifference({ label, before, after }: PartDifferenceProps): ReactNode {
  const lines = useMemo(() => folded(lineDiff(before, after)), [before, after]);
  return (
    <section className={styles["stack"]} aria-label={`Differences in ${label}`}>
      <strong>{label}</strong>
      <pre className={styles["diff"]} tabIndex={0}>
        {lines.map((line, index) =>
          "hidden" in line ? (
            // oxlint-disable-next-line react/no-array-index-key -- lines have no name but their place
            <span key={index} className={`${styles["line"]} ${styles["gap"]}`}>
              … {line.hidden} {line.hidden === 1 ? "line" : "lines"} alike
            </span>
          ) : (
            // oxlint-disable-next-line react/no-array-index-key -- lines have no name but their place
            <span key={index} className={`${styles["line"]} ${styles[line.kind] ?? ""}`}>
              {SIGNS[line.kind]} {line.text}
            </span>
          ),
        )}
      </pre>
    </section>
  );
}

/** Returns the lines of a difference with those far from any change counted instead of shown. */
function folded(lines: readonly DiffLine[]): readonly (DiffLine | { readonly hidden: number })[] {
  const changes = lines.flatMap(({ kind }, index) => (kind === "same" ? [] : [index]));
  const near = new Set(
    changes.flatMap((index) => Array.from({ length: 2 * CONTEXT + 1 }, (_, offset) => index - CONTEXT + offset)),
  );
  const shown: (DiffLine | { hidden: number })[] = [];
  for (const [index, line] of lines.entries()) {
    const last = shown.at(-1);
    if (near.has(index)) {
      shown.push(line);
    } else if (last !== undefined && "hidden" in last) {
      last.hidden += 1;
    } else {
      shown.push({ hidden: 1 });
    }
  }
  return shown;
}

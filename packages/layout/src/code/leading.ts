import type { FlowLine } from "../flow/flow.ts";
import { Tally } from "../geometry/statistics.ts";

/** Returns the least distance between lines that is not rare, in points. */
export function leadingOf(lines: readonly FlowLine[]): number {
  const distances = new Tally<number>();
  for (const [index, { line }] of lines.entries()) {
    const last = lines[index - 1];
    if (last !== undefined) {
      distances.add(Math.round((line.baselineY - last.line.baselineY) * 4) / 4);
    }
  }
  const most = Math.max(0, ...distances.counts.values());
  const frequent = [...distances.counts].filter(([, count]) => count >= most / 3).map(([distance]) => distance);
  return Math.max(1, Math.min(...frequent, 1000));
}

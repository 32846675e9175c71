import type { Box } from "../content.ts";
import { boxAround } from "../geometry/boxes.ts";

/** The size of a field of the grid, in points, and the greatest number of fields along a side of it. */
const FIELD_PT = 4;
const MOST_FIELDS = 400;

/**
 * Returns the boxes in groups, each of which is connected by gaps of less than `gapPt`. It marks the fields of a grid
 * that boxes cover, so that its time grows with the number of boxes and not with that of their pairs.
 */
export function clustersOf<Item extends Box>(boxes: readonly Item[], gapPt: number): Item[][] {
  if (boxes.length === 0) {
    return [];
  }
  const around = boxAround(boxes);
  const reach = gapPt / 2;
  const width = around.xMax - around.xMin + gapPt;
  const height = around.yMax - around.yMin + gapPt;
  const field = Math.max(FIELD_PT, width / MOST_FIELDS, height / MOST_FIELDS);
  const grid = new Grid(Math.ceil(width / field) + 1, Math.ceil(height / field) + 1);
  const fieldX = (x: number): number => Math.floor((x - around.xMin + reach) / field);
  const fieldY = (y: number): number => Math.floor((y - around.yMin + reach) / field);
  for (const { xMin, yMin, xMax, yMax } of boxes) {
    grid.cover(fieldX(xMin - reach), fieldY(yMin - reach), fieldX(xMax + reach), fieldY(yMax + reach));
  }
  const labels = grid.connected();
  const groups = Map.groupBy(boxes, ({ xMin, yMin }) => labels[grid.indexOf(fieldX(xMin), fieldY(yMin))] ?? 0);
  return [...groups.values()];
}

class Grid {
  readonly #columns: number;
  readonly #rows: number;
  /** The change of the number of boxes against the field before, along both axes. */
  readonly #changes: Int32Array;

  constructor(columns: number, rows: number) {
    this.#columns = columns + 1;
    this.#rows = rows + 1;
    this.#changes = new Int32Array(this.#columns * this.#rows);
  }

  indexOf(x: number, y: number): number {
    return y * this.#columns + x;
  }

  cover(xMin: number, yMin: number, xMax: number, yMax: number): void {
    this.#change(xMin, yMin, 1);
    this.#change(xMax + 1, yMin, -1);
    this.#change(xMin, yMax + 1, -1);
    this.#change(xMax + 1, yMax + 1, 1);
  }

  #change(x: number, y: number, by: number): void {
    const index = this.indexOf(x, y);
    this.#changes[index] = (this.#changes[index] ?? 0) + by;
  }

  /** Returns the number of the connected part that each field is in; 0 for fields that nothing covers. */
  connected(): Int32Array {
    const counts = this.#counts();
    const parts = new Int32Array(counts.length);
    const columns = this.#columns;
    let part = 0;
    for (let start = 0; start < counts.length; start++) {
      if ((counts[start] ?? 0) === 0 || parts[start] !== 0) {
        continue;
      }
      part++;
      parts[start] = part;
      const open = [start];
      for (let at = open.pop(); at !== undefined; at = open.pop()) {
        // The last field of a row is always free: nothing goes on from there to the next row.
        for (let side = 0; side < 4; side++) {
          const next = at + (side < 2 ? 1 : columns) * (side % 2 === 0 ? 1 : -1);
          if ((counts[next] ?? 0) > 0 && parts[next] === 0) {
            parts[next] = part;
            open.push(next);
          }
        }
      }
    }
    return parts;
  }

  /** Returns the number of boxes over each field. */
  #counts(): Int32Array {
    const counts = Int32Array.from(this.#changes);
    const columns = this.#columns;
    for (let index = 0; index < counts.length; index++) {
      const left = index % columns > 0 ? (counts[index - 1] ?? 0) : 0;
      const above = counts[index - columns] ?? 0;
      const both = index % columns > 0 ? (counts[index - columns - 1] ?? 0) : 0;
      counts[index] = (counts[index] ?? 0) + left + above - both;
    }
    return counts;
  }
}

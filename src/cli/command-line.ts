import { Failure } from "../kernel/failure.ts";

/** Reports a command line that is not understood. */
export class UsageError extends Error {}

/**
 * Parses an integer.
 * @throws Failure that says what `name` takes
 */
export function integerFrom(
  text: string,
  { name, min, max }: { readonly name: string; readonly min: number; readonly max: number },
): number {
  const value = /^[+-]?\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= min && value <= max)) {
    throw new Failure("validation_error", `${name} should be an integer from ${min} to ${max}.`);
  }
  return value;
}

const CONTROL_CHARACTERS = /\p{Cc}/u;

/**
 * Returns `text` when it is a name.
 * @throws Failure unless `text` is 1 to 200 characters, visible somewhere and on one line
 */
export function nameFrom(text: string): string {
  if (text.trim() === "" || text.length > 200 || CONTROL_CHARACTERS.test(text)) {
    throw new Failure("validation_error", "A name should have 1 to 200 characters on one line.");
  }
  return text;
}

/**
 * Returns rows as columns of text for people. Names may hold anything: characters that would control a terminal are
 * replaced.
 */
export function tableText(rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map((cell) => cell.replaceAll(/\p{C}/gu, "\u{FFFD}")));
  const widths = (cells[0] ?? []).map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  return cells
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

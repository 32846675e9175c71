import { type ParseArgsConfig, parseArgs } from "node:util";
import { Failure } from "../kernel/failure.ts";

/** Reports a command line that is not understood; the usage is printed with it. */
export class UsageError extends Error {}

/**
 * Runs one of the commands of a group, such as `create` and `list` behind `keys`.
 * @throws UsageError when the next word is none of them
 */
export async function chooseCommand(
  [word = "", ...args]: readonly string[],
  { of, commands }: { readonly of: string; readonly commands: Readonly<Record<string, Command>> },
): Promise<number> {
  const command = Object.hasOwn(commands, word) ? commands[word] : undefined;
  if (command === undefined) {
    throw new UsageError(`After '${of}' comes one of ${Object.keys(commands).join(", ")}.`);
  }
  return await command(args);
}

/** Runs a command and returns the exit code. */
type Command = (args: readonly string[]) => Promise<number>;

type Options = NonNullable<ParseArgsConfig["options"]>;

/**
 * Parses the options and operands of a command.
 * @throws UsageError unless there are exactly the operands that `names` lists
 */
export function parseCommand<const Known extends Options>(
  args: readonly string[],
  { options, names }: { readonly options: Known; readonly names: readonly string[] },
) {
  const { values, positionals } = understood(negativesLast(args), options);
  const [missing] = names.slice(positionals.length);
  if (missing !== undefined) {
    throw new UsageError(`${missing} is missing.`);
  }
  const [surplus] = positionals.slice(names.length);
  if (surplus !== undefined) {
    throw new UsageError(`Unexpected argument '${surplus}'.`);
  }
  return { values, operand: (index: number): string => positionals[index] ?? "" };
}

/**
 * Parses the options and all operands, however many.
 * @throws UsageError that says which option is not known
 */
export function understood<const Known extends Options>(args: readonly string[], options: Known) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    if (error instanceof Error && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS_")) {
      throw new UsageError(error.message);
    }
    throw error;
  }
}

/** Puts negative numbers, which are not options, behind the `--` that ends options. */
function negativesLast(args: readonly string[]): string[] {
  return args.includes("--")
    ? [...args]
    : [...args.filter((arg) => !isNegative(arg)), "--", ...args.filter(isNegative)];
}

const isNegative = (arg: string): boolean => /^-[\d.]/.test(arg);

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

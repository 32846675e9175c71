/** One check of the doctor, with its result. */
export interface Check {
  readonly name: string;
  /**
   * The state. `degraded`: the service runs with less. `unavailable`: it does not offer this at all. `off`: it does not
   * offer this either, which has not been asked for.
   */
  readonly state: "ready" | "degraded" | "unavailable" | "off";
  /** Whether the service cannot run while this is unavailable. */
  readonly needed: boolean;
  /** A description of what is there and what is not. */
  readonly detail: string;
  /** The remedy: a sentence, or a command to run. */
  readonly remedy?: string;
}

export const serviceCanRun = (checks: readonly Check[]): boolean =>
  checks.every((check) => !check.needed || check.state !== "unavailable");

/** Returns the report for people: a line or more per check, then what to do, then the verdict. */
export function reportText(title: string, checks: readonly Check[]): string {
  const nameWidth = Math.max(...checks.map(({ name }) => name.length));
  const lines = checks.map(({ name, state, detail }) => {
    const [first = "", ...rest] = wrapped(detail, LINE_WIDTH - nameWidth - 4);
    const indent = " ".repeat(nameWidth + 4);
    return [`${SYMBOLS[state]} ${name.padEnd(nameWidth)}  ${first}`, ...rest.map((line) => indent + line)].join("\n");
  });
  const remedies = [...new Set(checks.flatMap(({ remedy }) => (remedy === undefined ? [] : [remedy])))];
  return [
    title,
    "",
    ...lines,
    "",
    ...(remedies.length === 0 ? [] : ["What to do:", ...remedies.map((remedy) => `  ${remedy}`), ""]),
    verdict(checks),
  ].join("\n");
}

const SYMBOLS = { ready: "✓", degraded: "!", unavailable: "✗", off: "–" } as const;
const LINE_WIDTH = 110;

function verdict(checks: readonly Check[]): string {
  if (!serviceCanRun(checks)) {
    const reasons = checks.filter(({ needed, state }) => needed && state === "unavailable");
    return `The service cannot run: ${reasons.map(({ name }) => name).join(", ")}.`;
  }
  return checks.every(({ state }) => state === "ready" || state === "off")
    ? "The service can run."
    : "The service can run, with some functions missing.";
}

function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const line = lines.at(-1);
    if (line === undefined || line.length + 1 + word.length > width) {
      lines.push(word);
    } else {
      lines[lines.length - 1] = `${line} ${word}`;
    }
  }
  return lines;
}

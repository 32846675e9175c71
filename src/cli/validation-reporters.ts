import { writeFile } from "node:fs/promises";
import { junitCase, junitText } from "./junit-report.ts";
import { UsageError } from "./command-line.ts";
import { fileFault } from "./validated-files.ts";
import { exitCodeOf, reportText, type Validated, type Verdicts } from "./validation-report.ts";

/** A file's result, and how long it took to get it. */
interface Timed {
  readonly validated: Validated;
  readonly tookMs: number;
}

/** Something that reports on files as they come. */
interface Reporter {
  readonly add: (one: Timed) => void;
  /** Is called after the last file. */
  readonly end: () => Promise<void> | void;
}

/** Returns the reporters that were asked for: one for standard output, and one for a JUnit file (`-`: standard output). */
export function validationReporters({
  verdicts,
  json,
  junit,
}: {
  readonly verdicts: Verdicts;
  readonly json: boolean;
  readonly junit: string | undefined;
}): readonly Reporter[] {
  const text = json ? jsonReporter() : textReporter(verdicts);
  if (junit === undefined) {
    return [text];
  }
  return junit === "-"
    ? [junitReporter(verdicts, (report) => console.log(report))]
    : [text, junitReporter(verdicts, (report) => written(junit, report))];
}

/** Writes each file's report when it is known, and then a line that counts them where there are several. */
function textReporter(verdicts: Verdicts): Reporter {
  const counts = [0, 0, 0];
  return {
    add: ({ validated }) => {
      const isFirst = counts.every((count) => count === 0);
      console.log(`${isFirst ? "" : "\n"}${reportText(validated, verdicts)}`);
      const code = exitCodeOf(validated, verdicts);
      counts[code] = (counts[code] ?? 0) + 1;
    },
    end: () => {
      const [kept = 0, broken = 0, unread = 0] = counts;
      const files = kept + broken + unread;
      if (files > 1) {
        const parts = [
          ...(broken > 0 ? [`${broken} ${broken === 1 ? "does" : "do"} not`] : []),
          ...(unread > 0 ? [`${unread} could not be checked`] : []),
        ];
        console.log(`\n${[`${files} files: ${kept} ${kept === 1 ? "conforms" : "conform"}`, ...parts].join(", ")}`);
      }
    },
  };
}

/** Writes one JSON document, a list of the API's answers, an element as soon as it is known. */
function jsonReporter(): Reporter {
  let separator = "[\n";
  return {
    add: ({ validated }) => {
      process.stdout.write(`${separator}${JSON.stringify(validated, null, 2).replaceAll(/^/gm, "  ")}`);
      separator = ",\n";
    },
    end: () => console.log("\n]"),
  };
}

/** Keeps the test cases, since the report begins with their number. */
function junitReporter(verdicts: Verdicts, write: (report: string) => Promise<void> | void): Reporter {
  const cases: ReturnType<typeof junitCase>[] = [];
  return {
    add: (one) => void cases.push(junitCase(one, verdicts)),
    end: () => write(junitText(cases)),
  };
}

async function written(file: string, report: string): Promise<void> {
  try {
    await writeFile(file, `${report}\n`);
  } catch (error) {
    throw new UsageError(`--junit '${file}' cannot be written: ${fileFault(error).code}.`);
  }
}

import { spawnSync } from "node:child_process";

/*
 * Reads what strace wrote with `-f -yy -o FILE`: one line per system call, or two when a call of another thread came
 * between its beginning and its end. The lines are in the order of the events.
 */

/** Whether strace is installed and may watch processes here. */
export const canTrace = spawnSync("strace", ["-qq", "-o", "/dev/null", "true"]).status === 0;

export interface Call {
  /** The lines at which the call began and ended. */
  readonly began: number;
  readonly ended: number;
  readonly name: string;
  /** The first argument as -yy shows it: a path, or `TCP:[own address->other address]`. */
  readonly file: string;
  /** The other arguments, with the beginning of what was read or written. */
  readonly rest: string;
  readonly returned: number;
}

const WHOLE = /^(?<thread>\d+) +(?<name>\w+)\(\d+<(?<file>[^>]*(?:->[^>]*)?)>(?<rest>.*)\) += (?<returned>-?\d+)/;
const BEGUN = /^(?<thread>\d+) +(?<name>\w+)\(\d+<(?<file>[^>]*(?:->[^>]*)?)>(?<rest>.*) <unfinished \.\.\.>$/;
const RESUMED = /^(?<thread>\d+) +<\.\.\. (?<name>\w+) resumed>(?<rest>.*)\) += (?<returned>-?\d+)/;

/** Returns the calls on a file or connection, in the order in which they ended. */
export function readSystemCalls(trace: string): Call[] {
  const begun = new Map<string, Pick<Call, "began" | "name" | "file" | "rest">>();
  return trace.split("\n").flatMap((line, number): Call[] => {
    const start = BEGUN.exec(line)?.groups;
    if (start !== undefined) {
      const { thread = "", name = "", file = "", rest = "" } = start;
      begun.set(thread, { began: number, name, file, rest });
      return [];
    }
    const {
      thread = "",
      name = "",
      file = "",
      rest = "",
      returned,
    } = (WHOLE.exec(line) ?? RESUMED.exec(line))?.groups ?? {};
    if (file !== "") {
      return [{ began: number, ended: number, name, file, rest, returned: Number(returned) }];
    }
    const first = begun.get(thread);
    begun.delete(thread);
    return first === undefined || first.name !== name
      ? []
      : [{ ...first, ended: number, rest: first.rest + rest, returned: Number(returned) }];
  });
}

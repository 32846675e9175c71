import { type ChildProcessByStdio, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import type { Flavour, RuleFlavour } from "../../../packages/pdfa/src/flavours.ts";

/** A file that is checked as one flavour. */
export interface Asked {
  readonly path: string;
  readonly flavour: Flavour;
}

/** A file that veraPDF is asked about, also as one for accessibility. */
interface Question {
  readonly path: string;
  readonly flavour: RuleFlavour;
}

/** A verdict with the numbers of all broken rules, in order; undefined where the judge refuses the file, or is lost in it. */
export type Verdict = { readonly isCompliant: boolean; readonly rules: readonly string[] } | undefined;

/**
 * Returns the program that asks veraPDF, which lies beside the corpora under `root` (`QUIRE_TEST_CORPORA`) unless
 * QUIRE_TEST_VERAPDF names another; undefined where there is none.
 */
export function verapdfProgram(root: string | undefined): string | undefined {
  const program = process.env["QUIRE_TEST_VERAPDF"] ?? join(root ?? "", "../shared/score/verapdf/judge");
  return existsSync(program) ? program : undefined;
}

/** The time after which no answer comes any more: some documents lead veraPDF into a circle. */
const ANSWER_MS = 60_000;

/** veraPDF in one process, which is asked line by line. `await using` ends it. */
export class Verapdf implements AsyncDisposable {
  readonly #program: string;
  #child: ChildProcessByStdio<Writable, Readable, null>;
  #answers: AsyncIterator<string>;

  constructor(program: string) {
    this.#program = program;
    this.#child = started(program);
    this.#answers = linesOf(this.#child);
  }

  /** Returns its verdicts on the files, in their order; undefined for a file that it does not answer about in time. */
  async judge(files: readonly Question[]): Promise<readonly Verdict[]> {
    const verdicts: Verdict[] = [];
    this.#ask(files);
    for (const { path } of files) {
      const answer = await Promise.race([
        this.#answers.next(),
        delay(ANSWER_MS, undefined, { ref: false }).then(() => undefined),
      ]);
      if (answer === undefined) {
        verdicts.push(undefined);
        this.#child.kill("SIGKILL");
        this.#child = started(this.#program);
        this.#answers = linesOf(this.#child);
        this.#ask(files.slice(verdicts.length));
        continue;
      }
      if (answer.done === true) {
        throw new Error(`veraPDF ended at ${path}`);
      }
      const [, flavour, isCompliant, rules = ""] = answer.value.split("\t");
      verdicts.push(
        flavour === "ERR"
          ? undefined
          : { isCompliant: isCompliant === "true", rules: rules.split(" ").filter((one) => one !== "") },
      );
    }
    return verdicts;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = new Promise((resolve) => this.#child.once("close", resolve));
    this.#child.stdin.end();
    await ended;
  }

  /** Asks all lines at once; the answers come in the same order. */
  #ask(files: readonly Question[]): void {
    this.#child.stdin.write(files.map(({ path, flavour }) => `${path}\t${flavour}\n`).join(""));
  }
}

function started(program: string): ChildProcessByStdio<Writable, Readable, null> {
  // One core is enough for it: the other judge waits meanwhile.
  const JAVA_TOOL_OPTIONS = "-XX:+UseSerialGC -XX:CICompilerCount=2";
  const child = spawn(program, { stdio: ["pipe", "pipe", "ignore"], env: { ...process.env, JAVA_TOOL_OPTIONS } });
  // What is written to a process that was just ended is asked again.
  child.stdin.on("error", () => {});
  return child;
}

const linesOf = ({ stdout }: { readonly stdout: Readable }): AsyncIterator<string> =>
  createInterface({ input: stdout })[Symbol.asyncIterator]();

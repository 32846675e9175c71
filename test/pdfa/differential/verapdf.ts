import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Flavour } from "../../../packages/pdfa/src/flavours.ts";

/** A file that is checked as one flavour. */
export interface Asked {
  readonly path: string;
  readonly flavour: Flavour;
}

/** A verdict with the numbers of all broken rules, in order; undefined where the judge refuses the file. */
export type Verdict = { readonly isCompliant: boolean; readonly rules: readonly string[] } | undefined;

/**
 * Returns the program that asks veraPDF, which lies beside the corpora under `root` (`QUIRE_TEST_CORPORA`) unless
 * QUIRE_TEST_VERAPDF names another; undefined where there is none.
 */
export function verapdfProgram(root: string | undefined): string | undefined {
  const program = process.env["QUIRE_TEST_VERAPDF"] ?? join(root ?? "", "../shared/score/verapdf/judge");
  return existsSync(program) ? program : undefined;
}

/** veraPDF in one process, which is asked line by line. `await using` ends it. */
export class Verapdf implements AsyncDisposable {
  readonly #child;
  readonly #answers: AsyncIterator<string>;

  constructor(program: string) {
    // One core is enough for it: the other judge waits meanwhile.
    const JAVA_TOOL_OPTIONS = "-XX:+UseSerialGC -XX:CICompilerCount=2";
    const env = { ...process.env, JAVA_TOOL_OPTIONS };
    this.#child = spawn(program, { stdio: ["pipe", "pipe", "ignore"], env });
    this.#answers = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
  }

  /** Returns its verdicts on the files, in their order. */
  async judge(files: readonly Asked[]): Promise<readonly Verdict[]> {
    const verdicts: Verdict[] = [];
    // All lines are asked at once; the answers come in the same order.
    this.#child.stdin.write(files.map(({ path, flavour }) => `${path}\t${flavour}\n`).join(""));
    for (const { path } of files) {
      const answer = await this.#answers.next();
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
}

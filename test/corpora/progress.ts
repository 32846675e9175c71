import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * The record of what a long run has done so far, one line of JSON per step, so that it can be stopped and resumed. The
 * file belongs to one state of the repository: the commit and what has been changed since, scores excepted.
 */
export class Progress<Step> {
  readonly #path: string;
  readonly steps: Step[];

  constructor(name: string) {
    this.#path = join(tmpdir(), `quire-${name}-${repositoryState()}.jsonl`);
    const written = existsSync(this.#path) ? readFileSync(this.#path, "utf8") : "";
    // A run that was killed while writing leaves half a line at the end.
    const whole = written.slice(0, written.lastIndexOf("\n") + 1);
    writeFileSync(this.#path, whole);
    this.steps = whole
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Step);
  }

  add(step: Step): void {
    this.steps.push(step);
    appendFileSync(this.#path, `${JSON.stringify(step)}\n`);
  }

  /** Ends the run: the next one starts from the beginning. */
  finish(): void {
    rmSync(this.#path, { force: true });
  }
}

function repositoryState(): string {
  const changes = git("diff", "HEAD", "--", ":/", ":(top,exclude)test/corpora/scores");
  const commit = git("rev-parse", "HEAD").slice(0, 12);
  return `${commit}-${createHash("sha256").update(changes).digest("hex").slice(0, 8)}`;
}

function git(...parameters: string[]): string {
  return execFileSync("git", parameters, { cwd: import.meta.dirname, maxBuffer: 1024 ** 3, encoding: "utf8" });
}

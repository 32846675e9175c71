import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { residentBytes } from "../corpora/processes.ts";
import { Coverage } from "./coverage.ts";
import { MEMORY_MAX_BYTES, type Outcome, RUN_SECONDS_MAX } from "./examine.ts";
import type { Answer, Order } from "./fuzz-process.ts";
import type { Seed } from "./seeds.ts";

interface Fault {
  readonly run: number;
  readonly seed: string;
  readonly text: string;
}

export interface FuzzReport {
  readonly faults: readonly Fault[];
  /** The number of runs by the way they ended. */
  readonly ends: ReadonlyMap<string, number>;
  readonly coverage: Coverage;
  readonly slowest: { readonly run: number; readonly cpuSeconds: number };
  readonly peakBytes: number;
}

interface Plan {
  readonly seeds: readonly Seed[];
  readonly from: number;
  readonly runs: number;
  readonly processes: number;
}

const LOOK_EVERY_MS = 50;
/** The most time on the clock for a run, after which it is given up: on a busy machine a run waits. */
const CLOCK_SECONDS_MAX = 60;
/**
 * The number of runs after which another process takes over: counters of a process, and what its garbage collector
 * remembers, grow.
 */
const RUNS_PER_PROCESS = 2500;

/** Does the runs from `from` on, in processes that are killed when one takes too long or too much. */
export async function fuzz(plan: Plan): Promise<FuzzReport> {
  const tally = new Tally(plan.seeds);
  let next = plan.from;
  const end = plan.from + plan.runs;
  const work = async () => {
    while (next < end) {
      const worker = await FuzzProcess.start(plan.seeds);
      for (let count = 0; next < end && count < RUNS_PER_PROCESS && !worker.hasEnded; count++) {
        const run = next++;
        tally.add(run, await worker.run(run));
        tally.see(worker.peakBytes);
      }
      const blocks = await worker.end();
      if (blocks !== undefined) {
        tally.coverage.add(blocks);
      }
    }
  };
  await Promise.all(Array.from({ length: plan.processes }, work));
  return tally;
}

interface RunEnd {
  readonly outcome: Outcome;
  readonly cpuSeconds: number;
}

class Tally implements FuzzReport {
  readonly faults: Fault[] = [];
  readonly ends = new Map<string, number>();
  readonly coverage = new Coverage();
  readonly #seeds: readonly Seed[];
  slowest = { run: -1, cpuSeconds: 0 };
  peakBytes = 0;

  constructor(seeds: readonly Seed[]) {
    this.#seeds = seeds;
  }

  add(run: number, { outcome, cpuSeconds }: RunEnd): void {
    const { kind, text } = outcome;
    const how = kind === "fault" || text === undefined ? kind : `${kind}, ${text}`;
    this.ends.set(how, (this.ends.get(how) ?? 0) + 1);
    if (cpuSeconds > this.slowest.cpuSeconds) {
      this.slowest = { run, cpuSeconds };
    }
    if (kind === "fault" || cpuSeconds > RUN_SECONDS_MAX) {
      const seed = this.#seeds[run % this.#seeds.length]?.id ?? "";
      this.faults.push({ run, seed, text: kind === "fault" ? (text ?? "") : `takes ${cpuSeconds.toFixed(1)} s` });
    }
  }

  see(bytes: number): void {
    this.peakBytes = Math.max(this.peakBytes, bytes);
  }
}

class FuzzProcess {
  readonly #child: ChildProcess;
  peakBytes = 0;
  hasEnded = false;
  #killedFor: string | undefined;
  #settle: ((answer: Answer | undefined) => void) | undefined;

  static async start(seeds: readonly Seed[]): Promise<FuzzProcess> {
    const started = new FuzzProcess();
    const answer = await started.#ask({ kind: "seeds", seeds });
    if (answer?.kind !== "ready") {
      throw new Error("A process for fuzzing did not start.");
    }
    return started;
  }

  private constructor() {
    // The garbage of a hundred runs is not what is measured: a heap without bounds grows until it is collected.
    const options = { execArgv: ["--max-old-space-size=384", "--max-semi-space-size=8"] };
    this.#child = fork(join(import.meta.dirname, "fuzz-process.ts"), options);
    this.#child.on("message", (answer: Answer) => this.#settle?.(answer));
    this.#child.on("exit", () => {
      this.hasEnded = true;
      this.#settle?.(undefined);
    });
  }

  async run(run: number): Promise<RunEnd> {
    const startedMs = performance.now();
    const startedCpu = this.#cpuSeconds();
    const timer = setInterval(() => {
      const resident = residentBytes(this.#child.pid ?? 0);
      this.peakBytes = Math.max(this.peakBytes, resident);
      const clockSeconds = (performance.now() - startedMs) / 1000;
      if (resident > MEMORY_MAX_BYTES) {
        this.#kill(`has ${Math.round(resident / 2 ** 20)} MB`);
      } else if (clockSeconds > CLOCK_SECONDS_MAX) {
        this.#kill(`has not ended after ${CLOCK_SECONDS_MAX} s`);
      } else if (clockSeconds > RUN_SECONDS_MAX && this.#cpuSeconds() - startedCpu > RUN_SECONDS_MAX + 1) {
        this.#kill(`has not ended after ${RUN_SECONDS_MAX} s of work`);
      }
    }, LOOK_EVERY_MS);
    const answer = await this.#ask({ kind: "run", run });
    clearInterval(timer);
    if (answer?.kind === "done") {
      return answer;
    }
    return { outcome: { kind: "fault", text: `process: ${this.#killedFor ?? "ended by itself"}` }, cpuSeconds: 0 };
  }

  async end() {
    if (this.hasEnded) {
      return undefined;
    }
    const answer = await this.#ask({ kind: "end" });
    if (!this.hasEnded) {
      await once(this.#child, "exit");
    }
    return answer?.kind === "blocks" ? answer.blocks : undefined;
  }

  #ask(order: Order): Promise<Answer | undefined> {
    const { promise, resolve } = Promise.withResolvers<Answer | undefined>();
    this.#settle = resolve;
    if (this.hasEnded) {
      resolve(undefined);
    } else {
      this.#child.send(order);
    }
    return promise;
  }

  #kill(reason: string): void {
    this.#killedFor = reason;
    this.#child.kill("SIGKILL");
  }

  /**
   * Returns the processor time by proc(5), fields 14 and 15, in hundredths of a second; 0 when the process has ended.
   */
  #cpuSeconds(): number {
    try {
      const fields = readFileSync(`/proc/${this.#child.pid}/stat`, "utf8").split(") ").at(-1)?.split(" ");
      return (Number(fields?.[11]) + Number(fields?.[12])) / 100;
    } catch {
      return 0;
    }
  }
}

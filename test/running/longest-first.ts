import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * The files that take much longer than most, or wait for the clock, the longest first, so that none of them runs alone
 * at the end. Where there are no durations of an earlier run the others are sorted by size.
 */
const LONGEST = [
  "crash/crash-loop.test.ts",
  "egress/ssrf.test.ts",
  "corpora/operations.test.ts",
  "assembly/corpus.test.ts",
  "api/job-restart.test.ts",
  "chromium/crashes.test.ts",
  "api/rate-limit.test.ts",
  "api/credits-in-parallel.test.ts",
  "api/bad-input.test.ts",
  "pool/pool.test.ts",
  "pool/sandbox-escape.test.ts",
  "store/properties.test.ts",
  "postgres/postgres-conformance.test.ts",
  "extraction/layout-html.test.ts",
  "api/newcomers.test.ts",
  "api/pdf-to-text.test.ts",
  "placing/placement.test.ts",
  "chromium/traces.test.ts",
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- the sequencer's own
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => this.#place(one) - this.#place(other));
  }

  #place({ moduleId }: TestSpecification): number {
    const path = relative(this.ctx.config.root, moduleId);
    const place = LONGEST.findIndex((end) => path.endsWith(end));
    return place === -1 ? LONGEST.length : place;
  }
}

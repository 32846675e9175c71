import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Files that take much longer than most, or wait for the clock, the longest first: none of them is to be alone at the end
 * of the run. Where there are no durations of an earlier run the others go by their size.
 */
const LONGEST = [
  "test/api/rate-limit.test.ts",
  "test/crash/crash-loop.test.ts",
  "test/egress/ssrf.test.ts",
  "test/api/job-restart.test.ts",
  "src/engines/chromium/crashes.test.ts",
  "test/corpora/operations.test.ts",
  "test/api/credits-in-parallel.test.ts",
  "test/assembly/corpus.test.ts",
  "test/watermark/corpus.test.ts",
  "src/engines/pool/pool.test.ts",
  "test/api/bad-input.test.ts",
  "src/engines/workers/pdf-worker.test.ts",
  "src/engines/pool/process-tree.test.ts",
  "src/engines/pool/sandbox-escape.test.ts",
  "src/platform/store/properties.test.ts",
  "test/api/html-to-pdf-bad-input.test.ts",
  "test/api/markdown-to-pdf.test.ts",
  "test/api/markdown-themes.test.ts",
  "src/cli/keys.test.ts",
  "src/engines/qpdf/worker/corpora.test.ts",
  "test/egress/service.test.ts",
  "test/egress/files.test.ts",
  "test/egress/isolation.test.ts",
  "src/engines/chromium/isolation.test.ts",
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- the sequencer's own
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => this.#place(one) - this.#place(other));
  }

  #place({ moduleId }: TestSpecification): number {
    const place = LONGEST.indexOf(relative(this.ctx.config.root, moduleId));
    return place === -1 ? LONGEST.length : place;
  }
}

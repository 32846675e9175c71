import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import type { MergeSource } from "../../engines/assembly/port.ts";
import type { PrintJob } from "../../engines/chromium/port.ts";
import type { ComposedDocument } from "../../engines/documents/port.ts";
import type { Engines } from "../../engines/engines.ts";
import type { Watermark } from "../../engines/watermark/port.ts";
import { Failure } from "../../kernel/failure.ts";
import { pageBlock } from "../../kernel/pages/page-block.ts";
import { TimeBudget } from "../../kernel/timing/work.ts";
import type { Context } from "../operation.ts";
import { printComposed } from "./print-composed.ts";

/* The engines here only record what they were asked for: sections are named by the number of their pages. */

let workspace: string;
beforeEach(async () => {
  workspace = await mkdtemp(join(tmpdir(), "quire-composed-"));
});
afterEach(async () => {
  await rm(workspace, { recursive: true });
});

const pagesOfJob = (job: PrintJob): number => (job.source.kind === "document" ? Number(basename(job.source.path)) : 0);

/** Makes a printer's engines that record what they were asked for. */
function recorder(print: (job: PrintJob) => Promise<void> = () => Promise.resolve()) {
  const jobs: PrintJob[] = [];
  const pages = new Map<string, number>();
  const asked: { merged: readonly MergeSource[]; stamped: Watermark[]; finished: object[] } = {
    merged: [],
    stamped: [],
    finished: [],
  };
  const engines = {
    printer: {
      async print(job) {
        jobs.push(job);
        await print(job);
        pages.set(job.output, pagesOfJob(job));
        return { warnings: [{ code: "resource_failed" }], headings: [] };
      },
    },
    facts: {
      inspect: ({ input }) =>
        Promise.resolve({ pages: pages.get(input) ?? 0, protection: "none", repaired: false, firstPage: null }),
    },
    assembler: {
      merge({ sources, output }) {
        asked.merged = sources;
        pages.set(
          output,
          sources.reduce((sum, { input }) => sum + (pages.get(input) ?? 0), 0),
        );
        return Promise.resolve({ warnings: [] });
      },
    },
    watermarker: {
      apply({ input, output, ...watermark }) {
        asked.stamped.push(watermark);
        pages.set(output, pages.get(input) ?? 0);
        return Promise.resolve({ warnings: [] });
      },
    },
    postProcessor: {
      async finish({ input, output, information, language }) {
        asked.finished.push({ information, language });
        await writeFile(output, "");
        return { pages: pages.get(input) ?? 0, accessibility: { obstacles: [], obstacleCount: 0 } };
      },
    },
  } as { [Port in keyof Engines]?: Partial<Engines[Port]> };
  return { jobs, asked, engines: engines as Engines };
}

/** Rejects when its signal is aborted, and does not end otherwise. */
const untilStopped = ({ signal }: PrintJob) =>
  new Promise<never>((_, reject) => {
    const stop = (): void => reject(signal.reason);
    signal.addEventListener("abort", stop);
    if (signal.aborted) {
      stop();
    }
  });

const page = z.object(pageBlock({ filename: "x.pdf" }));

const composed = (sections: readonly number[], more: Partial<ComposedDocument> = {}): ComposedDocument => ({
  sections: sections.map(String),
  needsScript: false,
  contents: [],
  warnings: [],
  ...more,
});

function run(
  document: ComposedDocument,
  {
    engines,
    signal = new AbortController().signal,
    pagesPerDocument = 5000,
    ...block
  }: { engines: Engines; signal?: AbortSignal; pagesPerDocument?: number; [field: string]: unknown },
) {
  const progress: (readonly [number, number])[] = [];
  const context = {
    engines,
    workspace,
    signal,
    engineTime: new TimeBudget(1000),
    limits: { archiveBytes: 1e9, pagesPerDocument },
    progress: (done: number, total: number) => void progress.push([done, total]),
  } as Partial<Context> as Context;
  const outcome = printComposed(document, { page: page.parse(block), filename: "x.pdf" }, context);
  return { outcome, progress };
}

describe("one section", () => {
  test("is printed with its numbers, and nothing is joined", async () => {
    const { engines, jobs, asked } = recorder();
    const { pages } = await run(composed([3]), { engines, show_page_numbers: true }).outcome;
    expect([pages, asked.merged, asked.stamped]).toEqual([3, [], []]);
    expect(jobs.map(({ css }) => css.includes("counter(page)"))).toEqual([true]);
    expect(jobs[0]).toMatchObject({ runsScript: false, isTagged: true });
  });

  test.each([
    [{}, { title: "Own", author: "Me" }, "de"],
    [{ title: "Given" }, { title: "Given", author: "Me" }, "de"],
    [{ title: "", author: "You" }, { title: "Own", author: "You" }, "de"],
  ])("what %j leaves unsaid is as the content says", async (block, information, language) => {
    const { engines, asked } = recorder();
    const said = { title: "Own", author: "Me", language: "de" };
    await run(composed([1], said), { engines, ...block }).outcome;
    expect(asked.finished).toEqual([{ information, language }]);
  });

  test("that is drawn by script may run it", async () => {
    const { engines, jobs } = recorder();
    await run(composed([1], { needsScript: true }), { engines }).outcome;
    expect(jobs[0]?.runsScript).toBe(true);
  });
});

describe("several sections", () => {
  test("are joined in their order, with numbers over all of them", async () => {
    const { engines, jobs, asked } = recorder();
    const { outcome, progress } = run(composed([2, 4, 1]), {
      engines,
      show_page_numbers: true,
      footer_text: "Footer",
      margin_right: 30,
    });
    expect(await outcome).toMatchObject({ pages: 7, warnings: [{ code: "resource_failed" }] });
    const output = (sections: string) =>
      jobs.find(({ source }) => source.kind === "document" && source.path === sections)?.output;
    expect(asked.merged.map(({ input }) => input)).toEqual(["2", "4", "1"].map(output));
    expect(jobs.every(({ css }) => css.includes("Footer") && !css.includes("counter("))).toBe(true);
    expect(asked.stamped).toEqual([
      expect.objectContaining({
        text: [{ variable: "page" }, " / 7"],
        pages: [1, 2, 3, 4, 5, 6, 7],
        position: { leftPt: 72, rightPt: 30, bottomPt: 0, heightPt: 72, align: "right" },
      }),
    ]);
    expect(progress.at(-1)).toEqual([7, 7]);
    expect(progress).toHaveLength(4);
  });

  test("have no numbers unless they are asked for", async () => {
    const { engines, asked } = recorder();
    await run(composed([1, 1]), { engines }).outcome;
    expect(asked.stamped).toEqual([]);
  });

  test("are printed two at once at most", async () => {
    let atWork = 0;
    let most = 0;
    const { engines } = recorder(async () => {
      atWork += 1;
      most = Math.max(most, atWork);
      await new Promise((resolve) => setImmediate(resolve));
      atWork -= 1;
    });
    await run(composed([1, 2, 3, 4, 5]), { engines }).outcome;
    expect([most, atWork]).toEqual([2, 0]);
  });

  test("have no tags when they are many, but where the outline needs those of headings", async () => {
    const [rows, headed] = [join(workspace, "1"), join(workspace, "2")];
    await Promise.all([writeFile(rows, "<table><tr><td>&lt;h1>"), writeFile(headed, "<h2 class=record>Heading</h2>")]);
    for (const [others, tagged] of [
      [4, [1, 1, 1, 1, 2]],
      [5, [2]],
    ] as const) {
      const { engines, jobs } = recorder();
      const sections = [headed, ...Array<string>(others).fill(rows)];
      // oxlint-disable-next-line eslint/no-await-in-loop -- one and then the other
      const { warnings } = await run({ ...composed([]), sections }, { engines }).outcome;
      expect(
        jobs
          .filter(({ isTagged }) => isTagged)
          .map(pagesOfJob)
          .toSorted((one, other) => one - other),
      ).toEqual(tagged);
      expect(warnings?.some(({ code }) => code === "tags_left_out")).toBe(others === 5);
    }
  });

  test("are not printed on when there are too many pages", async () => {
    const { engines, jobs, asked } = recorder();
    const section = join(workspace, "3");
    await writeFile(section, "<p>Three pages");
    const sections = Array<string>(6).fill(section);
    const { outcome } = run({ ...composed([]), sections }, { engines, pagesPerDocument: 5 });
    await expect(outcome).rejects.toMatchObject({ code: "too_many_pages" });
    expect(jobs.length).toBeLessThan(6);
    expect([asked.merged, asked.finished]).toEqual([[], []]);
  });

  test("are all stopped when one fails, and the failure is reported", async () => {
    const failure = new Failure("document_too_complex", "Too much.");
    let stopped = 0;
    const { engines, jobs } = recorder(async (job) => {
      if (pagesOfJob(job) === 2) {
        throw failure;
      }
      job.signal.addEventListener("abort", () => {
        stopped += 1;
      });
      await untilStopped(job);
    });
    await expect(run(composed([1, 2, 3, 4]), { engines }).outcome).rejects.toBe(failure);
    expect([jobs.length, stopped]).toEqual([2, 1]);
  });

  test("are stopped when their request is aborted", async () => {
    const controller = new AbortController();
    const { engines, jobs } = recorder(async (job) => {
      if (pagesOfJob(job) === 2) {
        controller.abort(new Error("gone"));
      }
      await untilStopped(job);
    });
    await expect(run(composed([1, 2, 3]), { engines, signal: controller.signal }).outcome).rejects.toThrow("gone");
    expect(jobs).toHaveLength(2);
  });
});

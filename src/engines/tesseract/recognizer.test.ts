import { chmod, copyFile, mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { describeImageInspector } from "../conformance/image-inspector.ts";
import { convert } from "../conformance/pictures/drawn-page.ts";
import { ImageDesk, whitePng } from "../conformance/pictures/page-images.ts";
import { describePagePictures } from "../conformance/pictures/page-pictures.ts";
import { describeRecognizer, readingJob, textsOf, work } from "../conformance/recognizer.ts";
import { HARBOUR } from "../conformance/text-engine.ts";
import { createWorkerPool, type EnginePool } from "../pool/pool.ts";
import type { TierName } from "../pool/sandbox/sandbox.ts";
import { alive, descendants } from "../pool/testing/processes.ts";
import { testTiers } from "../pool/testing/test-tiers.ts";
import { createImageInspector } from "./image-inspector.ts";
import { findTesseract, type TesseractSettings } from "./library/find-tesseract.ts";
import { createPagePictures } from "./page-pictures.ts";
import { createRecognizer } from "./recognizer.ts";

const found = findTesseract({ build: "native" });
const directory = await mkdtemp(join(tmpdir(), "quire-ocr-worker-"));
// Workers of a service that is root are other users, and read language data in it.
await chmod(directory, 0o755);
const createPool = (slots: string, options: { tier?: TierName; settings?: TesseractSettings | null } = {}) =>
  createWorkerPool({
    entry: join(import.meta.dirname, "../workers/ocr-worker.ts"),
    size: 1,
    kept: 0,
    tier: options.tier,
    queueLimit: 8,
    slotsDirectory: join(directory, slots),
    memoryBytes: 2 ** 28,
    tasksPerWorker: 1000,
    growthBytes: 2 ** 29,
    readOnlyPaths: [options.settings?.dataDirectory].filter((path) => path !== undefined),
    settings: options.settings === null ? undefined : (options.settings ?? found.settings),
  });
const recognizerOf = (pool: EnginePool, languages = found.languages) =>
  createRecognizer(pool, { languages, pagesAtOnce: 1 });

const pool = await createPool("slots");
const desk = new ImageDesk();
const SOME_WORDS = ["harbour", "north", "boats", "mended"];

afterAll(async () => {
  await pool.close();
  await rm(directory, { recursive: true });
  desk.remove();
});

describeRecognizer("an ocr worker", () => recognizerOf(pool));
describePagePictures("an ocr worker", () => createPagePictures(pool));
describeImageInspector("an ocr worker", () => createImageInspector(pool));

/** Makes a page of salt-and-pepper noise, which takes Tesseract longer than any text. */
async function noisyPage(): Promise<string> {
  const input = desk.path("noise.png");
  await convert(["-size", "3000x3000", "xc:white", "-seed", "1", "+noise", "Random", "-threshold", "20%", input]);
  return input;
}

describe("an ocr worker", () => {
  const recognizer = recognizerOf(pool);
  const expectServed = async () => {
    const page = await recognizer.recognize(readingJob(await desk.draw("page.png")));
    expect(textsOf(page)).toEqual(expect.arrayContaining(SOME_WORDS));
  };

  test("is ended when a page's time is over, and the next page is read", async () => {
    const job = readingJob(await noisyPage(), work(400));
    await expect(recognizer.recognize(job)).rejects.toMatchObject({
      code: "document_too_complex",
      facts: { reason: "time" },
    });
    expect(job.engineTime.remainingMs).toBe(0);
    await expectServed();
  });

  test("is ended when its caller leaves, and leaves nothing behind", async () => {
    await expectServed();
    const processes = await descendants(process.pid);
    const leaving = new AbortController();
    const reading = recognizer.recognize(readingJob(await noisyPage(), { signal: leaving.signal }));
    await expect.poll(() => pool.state().busy).toBe(1);
    const { restarts } = pool.state();
    leaving.abort(new Error("The caller has left."));
    await expect(reading).rejects.toThrow("The caller has left.");
    await expect.poll(() => pool.state().restarts).toBe(restarts + 1);
    await expect.poll(() => alive(processes)).toHaveLength(0);
    await expect.poll(() => pool.state().idle).toBe(1);
    const slot = join(directory, "slots", "slot-0");
    expect([await readdir(join(slot, "in")), await readdir(join(slot, "out"))]).toEqual([[], []]);
    await expectServed();
  });

  test("outlives an image that needs more memory than there is", async () => {
    const input = desk.write("white.png", whitePng(30_000, 30_000));
    await expect(recognizer.recognize(readingJob(input, { maxPixels: 1_000_000_000 }))).rejects.toMatchObject({
      code: "document_too_complex",
    });
    await expectServed();
  });
});

test("without languages nothing is read, and no process is started for it", async () => {
  const idle = await createPool("idle");
  try {
    const recognizer = recognizerOf(idle, []);
    const input = await desk.draw("page.png");
    await expect(recognizer.recognize(readingJob(input))).rejects.toMatchObject({ code: "engine_unavailable" });
    expect(idle.state()).toMatchObject({ unneeded: 1 });
  } finally {
    await idle.close();
  }
});

test("without a Tesseract at all images are looked at, and pictures of pages made, as they lie and without words", async () => {
  const bare = await createPool("bare", { settings: null });
  try {
    const pictures = createPagePictures(bare);
    const input = await desk.draw("page.png", ["-rotate", "180"]);
    const job = { ...readingJob(input, { rotates: true }), longEdgePx: 500, outputDirectory: directory };
    const { path, ...picture } = await pictures.picture(job);
    expect(picture).toEqual({ widthPx: 500, heightPx: 190, rotationDegrees: 0, isBlank: false, sample: [] });
    const strips = await pictures.strips({ ...job, rotationDegrees: 180, count: 2 });
    expect(strips).toHaveLength(2);
    await Promise.all([path, ...strips].map((file) => rm(file)));
  } finally {
    await bare.close();
  }
});

test("with a library that is no Tesseract there is no engine", async () => {
  const settings = { build: "native", libraryPath: "libc.so.6", dataDirectory: "/usr/share" } as const;
  const broken = await createPool("broken", { settings });
  try {
    const input = await desk.draw("page.png");
    await expect(recognizerOf(broken).recognize(readingJob(input))).rejects.toMatchObject({
      code: "engine_unavailable",
    });
  } finally {
    await broken.close();
  }
});

/** The strongest one, which services have; the others in the full run. */
const tiers = process.env["QUIRE_TEST_FULL"] === "1" ? testTiers : testTiers.slice(0, 1);

describe.each(tiers)("behind the walls: %s", (tier) => {
  test("the library reads language data of another directory, and detects which way up a page lies", async () => {
    const dataDirectory = join(directory, `${tier}-data`);
    await mkdir(dataDirectory, { mode: 0o755 });
    for (const file of ["eng.traineddata", "osd.traineddata"]) {
      await copyFile(join(found.settings.dataDirectory ?? "", file), join(dataDirectory, file));
    }
    const other = findTesseract({ build: "native", dataDirectory });
    expect(other).toMatchObject({ languages: ["eng"], hasOrientation: true });
    const walled = await createPool(`${tier}-native`, { tier, settings: other.settings });
    try {
      const recognizer = recognizerOf(walled, other.languages);
      const upright = await recognizer.recognize(readingJob(await desk.draw("page.jpg")));
      expect(textsOf(upright)).toEqual(expect.arrayContaining(SOME_WORDS));
      const sideways = await desk.draw("sideways.webp", ["-quality", "90", "-rotate", "90"]);
      const page = await recognizer.recognize(readingJob(sideways, { rotates: true, effort: "advanced" }));
      expect(page).toMatchObject({ rotationDegrees: 270, widthPx: HARBOUR.heightPx, heightPx: HARBOUR.widthPx });
      expect(textsOf(page)).toEqual(expect.arrayContaining(SOME_WORDS));
    } finally {
      await walled.close();
    }
  });

  test("WebAssembly reads English by the data that npm brings", async () => {
    const walled = await createPool(`${tier}-wasm`, { tier, settings: { build: "wasm" } });
    try {
      const page = await recognizerOf(walled, ["eng"]).recognize(readingJob(await desk.draw("page.png")));
      expect(textsOf(page)).toEqual(expect.arrayContaining(SOME_WORDS));
    } finally {
      await walled.close();
    }
  });
});

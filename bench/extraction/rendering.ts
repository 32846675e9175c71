import { join } from "node:path";
import { readArchive } from "../../test/api/archive.ts";
import { timeWriter } from "../measuring/anchors.ts";
import { Client, multipartBody } from "../measuring/client.ts";
import { median, type Row, show, spreadOf } from "../measuring/report.ts";
import { inTurn } from "../measuring/rounds.ts";
import { startBenchService } from "../measuring/service.ts";

interface Sample {
  readonly elapsedMs: number;
  readonly bytes: number;
}

const PAGES = 14;

/**
 * Measures drawing all pages of a text paper at 150 dpi as a ZIP of images, compared with programs that write them as
 * files.
 */
export async function renderingRows(run: { paper: string; directory: string; rounds: number }): Promise<Row[]> {
  await using service = await startBenchService();
  using client = new Client(service);
  const output = join(run.directory, "pages");
  const ours = (format: string) => renderPages(client, run.paper, format);
  const samples = await inTurn(run.rounds, {
    oursPng: () => ours("PNG"),
    mutoolPng: () =>
      timeWriter(output, ["mutool", "draw", "-q", "-r", "150", "-o", join(output, "p%d.png"), run.paper]),
    popplerPng: () => timeWriter(output, ["pdftoppm", "-r", "150", "-png", run.paper, join(output, "p")]),
    oursJpeg: () => ours("JPEG"),
    // The quality is our default.
    popplerJpeg: () =>
      timeWriter(output, ["pdftoppm", "-r", "150", "-jpeg", "-jpegopt", "quality=85", run.paper, join(output, "p")]),
  });
  const wall = (what: string, a: readonly Sample[], b: readonly Sample[], bar: number) =>
    ratioRow(what, { ours: a.map(elapsedMs), beside: b.map(elapsedMs), unit: "ms", bar });
  return [
    wall(`${PAGES} pages to PNG, wall, beside mutool`, samples.oursPng, samples.mutoolPng, 1),
    ratioRow(`${PAGES} pages to PNG, bytes, beside mutool`, {
      ours: samples.oursPng.map(megabytes),
      beside: samples.mutoolPng.map(megabytes),
      unit: "MB",
      bar: 1.1,
    }),
    wall(`${PAGES} pages to PNG, wall, beside pdftoppm`, samples.oursPng, samples.popplerPng, 0.25),
    wall(`${PAGES} pages to JPEG, wall, beside pdftoppm`, samples.oursJpeg, samples.popplerJpeg, 1),
    ratioRow(`${PAGES} pages to JPEG, bytes, beside pdftoppm`, {
      ours: samples.oursJpeg.map(megabytes),
      beside: samples.popplerJpeg.map(megabytes),
      unit: "MB",
      bar: 1.1,
    }),
  ];
}

async function renderPages(client: Client, paper: string, format: string): Promise<Sample> {
  const path = "/api/v1/convert/pdf-to-image";
  const fields = { start_page: "1", end_page: String(PAGES), dpi: "150", image_format: format };
  const answer = await client.post(path, await multipartBody({ path, file: paper, fields }), { keepBody: true });
  const images = readArchive(answer.body);
  if (images.length !== PAGES) {
    throw new Error(`The archive has ${images.length} pages in place of ${PAGES}.`);
  }
  return { elapsedMs: answer.elapsedMs, bytes: images.reduce((sum, image) => sum + image.content.length, 0) };
}

function ratioRow(
  what: string,
  run: { ours: readonly number[]; beside: readonly number[]; unit: "ms" | "MB"; bar: number },
): Row {
  return {
    what,
    ours: show(median(run.ours), run.unit),
    beside: show(median(run.beside), run.unit),
    measured: spreadOf(run.ours.map((value, round) => value / (run.beside[round] ?? Number.NaN))),
    unit: "ratio",
    bar: { kind: "at most", value: run.bar, judge: "median" },
  };
}

function elapsedMs(sample: Sample): number {
  return sample.elapsedMs;
}

function megabytes(sample: Sample): number {
  return sample.bytes / 1e6;
}

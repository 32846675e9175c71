import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { writeTaggedDocument } from "../documents/cos-documents.ts";
import { writeDocumentWithAttachment, writeTinyDocument } from "../documents/documents.ts";
import { costOf } from "../measuring/process-cost.ts";
import { median, type Row, show, spreadOf } from "../measuring/report.ts";
import { inTurn } from "../measuring/rounds.ts";
import { wholeCallRow } from "../measuring/whole-call.ts";
import { verapdfCost } from "./verapdf.ts";

const MEBIBYTE = 1024 ** 2;
const LARGE_PAGES = 2900;
const LARGE_ATTACHMENT_BYTES = 100 * MEBIBYTE;
const ENDPOINT_BAR_MS = 10;
const LEAST_PER_SECOND = 500;
/** The bars for memory, with many small documents, one after another, and with a large one. */
const MOST_MEGABYTES = { small: 300, large: 1024 };
const MOST_SECONDS = 15;
const ENDPOINT = "/api/v1/pdf/validate-pdfa";

/** The option with which the service starts its engines: unused memory is returned. */
const YOUNG_GENERATION = "--max-semi-space-size=8";

interface Run {
  readonly directory: string;
  readonly rounds: number;
}

/** The figures that a run of the driver reported of itself. */
interface Validation {
  readonly perSecond: number;
  readonly cpuSeconds: number;
  readonly megabytes: number;
}

/**
 * Measures the validation of documents against PDF/A with all rules. Each round is a new process, whose compiling
 * counts and whose start does not. veraPDF, where it is at hand, checks the small documents once beside it. Without the corpora
 * these are left out.
 */
export async function pdfaRows(run: Run): Promise<Row[]> {
  return [...(await corpusRows(run)), ...(await largeRows(run)), await endpointRow(run)];
}

async function corpusRows(run: Run): Promise<Row[]> {
  const root = process.env.QUIRE_TEST_CORPORA;
  const corpus = join(root ?? "", "pdfa");
  if (root === undefined || !existsSync(corpus)) {
    return [];
  }
  const { ours } = await inTurn(run.rounds, { ours: () => drive(run, corpus) });
  const perSecond = ours.map((one) => one.perSecond);
  const verapdf = await verapdfCost(root, run.directory);
  return [
    {
      what: "small documents against PDF/A, by CPU second, beside veraPDF without its start",
      ours: show(median(perSecond), "per second"),
      beside:
        verapdf === undefined
          ? ""
          : `${show(verapdf.perSecond, "per second")} (start ${show(verapdf.startSeconds, "s")})`,
      measured: spreadOf(perSecond),
      unit: "per second",
      bar: { kind: "at least", value: LEAST_PER_SECOND, judge: "median" },
    },
    memoryRow("small documents against PDF/A, one after another, memory of the process", ours, MOST_MEGABYTES.small),
  ];
}

async function largeRows(run: Run): Promise<Row[]> {
  const tagged = join(run.directory, "100-mb.pdf");
  const attached = join(run.directory, "100-mb-attached.pdf");
  writeTaggedDocument(tagged, { pages: LARGE_PAGES });
  await writeDocumentWithAttachment(attached, LARGE_ATTACHMENT_BYTES);
  const samples = await inTurn(run.rounds, { tagged: () => drive(run, tagged), attached: () => drive(run, attached) });
  return [
    cpuRow(`100 MB of ${LARGE_PAGES} tagged pages against PDF/A, CPU`, samples.tagged),
    memoryRow(
      `100 MB of ${LARGE_PAGES} tagged pages against PDF/A, memory of the process`,
      samples.tagged,
      MOST_MEGABYTES.large,
    ),
    cpuRow("an attachment of 100 MB against PDF/A, CPU", samples.attached),
    memoryRow("an attachment of 100 MB against PDF/A, memory of the process", samples.attached, MOST_MEGABYTES.large),
  ];
}

async function endpointRow({ directory, rounds }: Run): Promise<Row> {
  const file = join(directory, "tiny-pdfa.pdf");
  await writeTinyDocument(file);
  const what = "a request to validate one page against PDF/A, p50";
  return wholeCallRow(rounds, { what, path: ENDPOINT, file, barMs: ENDPOINT_BAR_MS });
}

function cpuRow(what: string, samples: readonly Validation[]): Row {
  const seconds = samples.map(({ cpuSeconds }) => cpuSeconds);
  return {
    what,
    ours: show(median(seconds), "s"),
    beside: "",
    measured: spreadOf(seconds),
    unit: "s",
    bar: { kind: "at most", value: MOST_SECONDS, judge: "worst" },
  };
}

function memoryRow(what: string, samples: readonly Validation[], barMegabytes: number): Row {
  const megabytes = samples.map((one) => one.megabytes);
  return {
    what,
    ours: show(median(megabytes), "MB"),
    beside: "",
    measured: spreadOf(megabytes),
    unit: "MB",
    bar: { kind: "at most", value: barMegabytes, judge: "worst" },
  };
}

/**
 * Runs the driver. The first round compiles the modules, which is kept: the removal of types from TypeScript is not
 * what is measured.
 */
async function drive({ directory }: Run, input: string): Promise<Validation> {
  const driver = fileURLToPath(new URL("pdfa-driver.ts", import.meta.url));
  const environment = { NODE_COMPILE_CACHE: join(directory, "compiled") };
  const { printed } = await costOf(process.execPath, [YOUNG_GENERATION, driver, input], environment);
  const [documents = 0, cpuSeconds = Number.NaN, peakBytes = Number.NaN] = printed.trim().split(" ").map(Number);
  return { perSecond: documents / cpuSeconds, cpuSeconds, megabytes: peakBytes / MEBIBYTE };
}

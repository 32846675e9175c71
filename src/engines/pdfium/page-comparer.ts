import { nonsense } from "../pool/invalid-answer.ts";
import type { WorkerPool } from "../pool/protocol.ts";
import { answersOf } from "../pool/worker-calls.ts";
import type { PageComparer, PageDifference } from "./port.ts";
import { COMPARE } from "./wire.ts";

type CompareCall = Parameters<PageComparer["compare"]>[0];

/** Background work releases its worker after this many pages. */
const BACKGROUND_PAGES = 8;

/** Creates a comparer that draws by PDFium in the workers of `pool`, which serve `createPdfiumMethods`. */
export function createPageComparer(pool: WorkerPool): PageComparer {
  return { compare: (job) => compare(pool, job) };
}

async function* compare(pool: WorkerPool, job: CompareCall): AsyncGenerator<PageDifference, void, undefined> {
  const { pages, isBackground = false } = job;
  const pieceLength = isBackground ? BACKGROUND_PAGES : pages.length;
  for (let start = 0; start < pages.length; start += pieceLength) {
    yield* comparePiece(pool, { ...job, pages: pages.slice(start, start + pieceLength) });
  }
}

/** Compares `pages` in one call, on one worker. */
async function* comparePiece(pool: WorkerPool, job: CompareCall): AsyncGenerator<PageDifference, void, undefined> {
  const { input, other, password, pages, dpi, tolerance, maxPixels } = job;
  const parameters = { password, pages, dpi, tolerance, maxPixels };
  let done = 0;
  for await (const difference of answersOf(pool, COMPARE, { parameters, inputs: [input, other], work: job })) {
    if (difference.page !== pages[done]) {
      throw nonsense("pages");
    }
    yield difference;
    done += 1;
  }
  if (done !== pages.length) {
    throw nonsense("pages");
  }
}

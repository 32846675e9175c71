import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { PictureJob } from "../../../engines/tesseract/port.ts";
import type { Failure } from "../../../kernel/failure.ts";
import { describeLanguage, parseLanguages } from "../../../kernel/languages.ts";
import { places, Semaphore } from "../../../kernel/timing/semaphore.ts";
import type { Context, UploadedFile } from "../../operation.ts";
import { eachPage, type PageContext } from "../each-page.ts";
import { fromCheckpoints } from "../from-checkpoints.ts";
import type { PageForm } from "../kept-outcome.ts";
import type { PageOutcome } from "../page-outcome.ts";
import { whenAdmitted } from "../when-admitted.ts";
import { type LookedAt, lookAt, type PageLook } from "./page-look.ts";
import { MODELS, type VisionParameters } from "./parameters.ts";
import { Provider } from "./provider.ts";
import type { Tally } from "./tally.ts";
import { answerPage, creditsFor, type TranscribedPage, transcribedPage } from "./transcribed-page.ts";

export interface Transcribing {
  readonly file: UploadedFile;
  /** The page numbers, each once. */
  readonly pages: readonly number[];
  readonly parameters: VisionParameters;
  /** The tally to which every page is added. */
  readonly tally: Tally;
}

/** The number of pictures that are ready when a place with the provider is free: more would only take space. */
const MAX_PICTURES_AHEAD = 8;

/**
 * Has a model transcribe `pages` of a PDF or an image: as many at once as its provider is asked for,
 * yielded in their order, while pictures of the next ones are made. Each page is kept in the checkpoints as it comes,
 * and not asked for when it is there. A page that fails is an outcome like any other, except for what would be the same
 * for all.
 * @throws Failure of what is not a page's fault
 */
export async function* transcribePages(
  transcribing: Transcribing,
  context: Context,
): AsyncGenerator<PageOutcome, void, undefined> {
  const { format, model } = transcribing.parameters;
  const style = { format, creditsPerPage: MODELS[model].creditsPerPage };
  for await (const outcome of transcripts(transcribing, context)) {
    if (outcome.kind === "read") {
      transcribing.tally.add(outcome.page.use);
    }
    yield outcome.kind === "failed"
      ? outcome
      : { kind: "read", page: answerPage(outcome.page.pageNumber, outcome.page, style) };
  }
}

/** Transcribes pages as `transcribePages` does, and yields all that is known of each page. */
export function transcripts(
  { file, pages, parameters }: Omit<Transcribing, "tally">,
  context: Context,
): AsyncGenerator<PageOutcome<NumberedTranscript>, void, undefined> {
  const { recognizer, transcriber } = context.engines;
  const { model } = parameters;
  const style = { creditsPerPage: MODELS[model].creditsPerPage };
  const provider = new Provider();
  // This is a little more than what the engine reads at once, for the time that pages take to be drawn.
  const preparing = new Semaphore({ permits: places(recognizer.pagesAtOnce + 1) });
  const atOnce = transcriber.pagesAtOnce + Math.min(transcriber.pagesAtOnce, MAX_PICTURES_AHEAD);
  const looked = {
    file,
    password: parameters.password,
    longEdgePx: transcriber.longEdgePx(MODELS[model].model),
    languages: languagesFor(parameters.language, recognizer.languages()),
  };
  const isPageFailure = (failure: Failure): boolean => provider.isPageFailure(failure);
  return eachPage(pages, { atOnce, context, isPageFailure, form: transcriptForm }, async (pageNumber, pageContext) => {
    const name = `page-${pageNumber}`;
    const part = { name, schema: transcribedPage, creditsFor: (page: TranscribedPage) => creditsFor(page, style) };
    const page = await fromCheckpoints(context.checkpoints, part, async () => {
      const directory = join(context.workspace, name);
      try {
        const look = await prepare(pageNumber, { ...looked, directory }, { context: pageContext, preparing });
        return await provider.ask(() => transcribe(look, parameters, pageContext));
      } finally {
        // A drawn page is some megabytes, uncompressed.
        await rm(directory, { recursive: true, force: true });
      }
    });
    if (page.use !== null) {
      provider.noteDelivered();
    }
    return { ...page, pageNumber };
  });
}

export type NumberedTranscript = TranscribedPage & { readonly pageNumber: number };

const transcriptForm: PageForm<NumberedTranscript> = {
  kept: (page) => page,
  restored(pageNumber, value) {
    const page = transcribedPage.safeParse(value);
    return page.success ? { ...page.data, pageNumber } : undefined;
  },
};

/** Makes the page's picture, as soon as there is a place for that. */
function prepare(
  pageNumber: number,
  looked: LookedAt,
  { context, preparing }: { readonly context: PageContext; readonly preparing: Semaphore<number> },
): Promise<PageLook> {
  const { signal, hasBegun } = context;
  const look = () => lookAt(pageNumber, looked, context);
  return preparing.run({ signal }, () => whenAdmitted(look, { mayWait: hasBegun, signal }));
}

async function transcribe(
  look: PageLook,
  { model, format, language, prompt }: VisionParameters,
  { engines, signal, isBackground, tenant }: PageContext,
): Promise<TranscribedPage> {
  const { picture, dpi } = look;
  const { widthPx, heightPx, rotationDegrees } = picture;
  const of = { widthPx, heightPx, rotationDegrees, dpi };
  if (picture.isBlank) {
    return { text: "", language: null, isDoubted: false, use: null, ...of };
  }
  // The provider is paid for what it has answered: when the engines have no place at the moment, the page waits.
  const patiently = <Result>(work: () => Promise<Result>) => whenAdmitted(work, { mayWait: () => true, signal });
  const transcript = await engines.transcriber.transcribe({
    model: MODELS[model].model,
    format,
    picture: picture.path,
    parts: () => patiently(() => look.parts()),
    agrees: (text) => patiently(() => look.agrees(text)),
    language,
    prompt,
    signal,
    isBackground,
    tenant,
  });
  return { ...transcript, ...of };
}

/**
 * Returns the languages that a hint in any words names for an OCR engine; `auto` when it names none that is installed.
 * @internal Exported for tests.
 */
export function languagesFor(hint: string | undefined, installed: readonly string[]): PictureJob["languages"] {
  if (hint === undefined) {
    return "auto";
  }
  const name = hint.trim().toLowerCase();
  const named = installed.filter((code) => describeLanguage(code).name.toLowerCase() === name);
  if (named.length > 0) {
    return named;
  }
  const parsed = parseLanguages(hint, installed);
  return "fault" in parsed ? "auto" : parsed.value;
}

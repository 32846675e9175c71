import type { Failure } from "../../kernel/failure.ts";

/*
 * The port of transcription by a model provider. Pictures of pages leave the machine here, and nowhere else; nothing is
 * decoded on this side of it: pictures are made in engine processes (`PagePictures`).
 */

/** What the published interface's two models stand for. */
export type VisionModel = "accurate" | "fast";

export type TranscriptFormat = "text" | "markdown" | "json";

/** A part of a page in a transcript of format `json`. */
export interface TranscribedBlock {
  readonly type: "heading" | "paragraph" | "list" | "table" | "code" | "other";
  /** Of a table: its rows, cells parted by tabs. */
  readonly text: string;
}

export interface Tokens {
  readonly input: number;
  readonly output: number;
}

/** What a provider was asked for and answered, all tries of it counted. */
export interface ModelUse {
  readonly tokens: Tokens;
  /** By the prices that are configured; null: none are. */
  readonly costUsd: number | null;
  readonly calls: number;
}

export interface Transcript {
  /** As the format says; empty of a blank page. For `json` the text of the blocks. */
  readonly text: string;
  /** Of format `json` alone. */
  readonly blocks?: readonly TranscribedBlock[];
  /** ISO 639-1 where the model told one. */
  readonly language: string | null;
  readonly use: ModelUse;
  /** It was still not believed after it had been asked for again. */
  readonly isDoubted: boolean;
}

export interface TranscribeJob {
  readonly model: VisionModel;
  readonly format: TranscriptFormat;
  /** Path of a JPEG or PNG, upright, whose longer side is at most `longEdgePx(model)`. */
  readonly picture: string;
  /** Pictures of the page's parts from top to bottom, which overlap a little: for a page that is too much for one answer. */
  readonly parts: () => Promise<readonly string[]>;
  /** Whether a text can be that of the page: what disagrees is asked for once more. */
  readonly agrees: (text: string) => Promise<boolean>;
  /** A hint, such as `de` or `German`. */
  readonly language: string | undefined;
  /** What the caller adds to what the model is told, such as "Leave out the stamps". */
  readonly prompt: string | undefined;
  readonly signal: AbortSignal;
}

export interface CorrectJob {
  readonly model: VisionModel;
  readonly format: Exclude<TranscriptFormat, "json">;
  /** Text as an OCR engine read it. */
  readonly text: string;
  readonly signal: AbortSignal;
}

export interface Transcriber {
  /** Undefined: it can be asked. Else why not: `engine_unavailable`, naming the setting that is missing or wrong. */
  unavailable(): Failure | undefined;
  /** What answers name as `metadata.model`: the provider's own id. */
  modelName(model: VisionModel): string;
  /** The longer side that a picture is sent with, in pixels. */
  longEdgePx(model: VisionModel): number;
  /** How many pages are asked for at once; more would only wait. */
  readonly pagesAtOnce: number;
  /**
   * The text of one page.
   * @throws Failure `provider_failed` (no usable answer after all tries, or one that more tries do not help: facts say
   * which, as `{reason, status}`), `content_refused`, `engine_unavailable`; the signal's reason
   */
  transcribe(job: TranscribeJob): Promise<Transcript>;
  /**
   * `text` with the mistakes of its reading mended, never with other content: undefined where the model's answer is not
   * to be believed. @throws as `transcribe`
   */
  correct(job: CorrectJob): Promise<{ readonly text: string | undefined; readonly use: ModelUse }>;
}

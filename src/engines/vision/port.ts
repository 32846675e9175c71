import type { Failure } from "../../kernel/failure.ts";
import type { Claimant } from "../../kernel/timing/semaphore.ts";

/*
 * The port of transcription by a model provider. Pictures of pages leave the machine here, and nowhere else; nothing is
 * decoded on this side of it: pictures are made in engine processes (`PagePictures`).
 */

/** The two models of the published interface. */
export type VisionModel = "accurate" | "fast";

export type TranscriptFormat = "text" | "markdown" | "json";

/** A part of a page in a transcript of format `json`. */
export interface TranscribedBlock {
  readonly type: "heading" | "paragraph" | "list" | "table" | "code" | "other";
  /** The text; of a table its rows, with cells separated by tabs. */
  readonly text: string;
}

export interface Tokens {
  readonly input: number;
  readonly output: number;
}

/** The calls and tokens used at the provider, all tries included. */
export interface ModelUse {
  readonly tokens: Tokens;
  /** The cost by the configured prices; null when there are none. */
  readonly costUsd: number | null;
  readonly calls: number;
}

export interface Transcript {
  /** The text in the requested format; empty for a blank page. For `json`, the text of the blocks. */
  readonly text: string;
  /** The blocks, in format `json` only. */
  readonly blocks?: readonly TranscribedBlock[];
  /** The language in ISO 639-1, where the model named one. */
  readonly language: string | null;
  readonly use: ModelUse;
  /** Whether the text was still not credible after it had been asked for again. */
  readonly isDoubted: boolean;
}

export interface TranscribeJob extends Claimant {
  readonly model: VisionModel;
  readonly format: TranscriptFormat;
  /** The path of a JPEG or PNG, upright, whose longer side is at most `longEdgePx(model)`. */
  readonly picture: string;
  /**
   * Makes pictures of the page's parts from top to bottom, which overlap a little: for a page that is too much for one
   * answer.
   */
  readonly parts: () => Promise<readonly string[]>;
  /** Returns whether a text can be that of the page; if not, it is asked for once more. */
  readonly agrees: (text: string) => Promise<boolean>;
  /** A hint at the language, such as `de` or `German`. */
  readonly language: string | undefined;
  /** The caller's addition to the instructions, such as "Leave out the stamps". */
  readonly prompt: string | undefined;
}

export interface CorrectJob extends Claimant {
  readonly model: VisionModel;
  readonly format: Exclude<TranscriptFormat, "json">;
  /** The text as an OCR engine read it. */
  readonly text: string;
}

export interface Transcriber {
  /**
   * Returns undefined when the provider can be used, and otherwise the failure `engine_unavailable`, naming the setting
   * that is missing or wrong.
   */
  unavailable(): Failure | undefined;
  /** Returns the model's name in `metadata.model`: the provider's own id. */
  modelName(model: VisionModel): string;
  /** Returns the longest side of a picture that is sent, in pixels. */
  longEdgePx(model: VisionModel): number;
  /** The number of pages that are processed at once; more would only wait. */
  readonly pagesAtOnce: number;
  /**
   * Transcribes one page.
   * @throws Failure `provider_failed` (no usable answer after all tries, or a failure that more tries do not help:
   * facts say which, as `{reason, status}`), `content_refused`, `engine_unavailable`; the signal's reason
   */
  transcribe(job: TranscribeJob): Promise<Transcript>;
  /**
   * Returns `text` with the mistakes of its reading fixed, never with other content: undefined where the model's answer
   * is not credible.
   * @throws as `transcribe`
   */
  correct(job: CorrectJob): Promise<{ readonly text: string | undefined; readonly use: ModelUse }>;
}

import { z } from "zod";
import { describeLanguage } from "../../kernel/languages.ts";
import type { TranscribedBlock, TranscriptFormat } from "./port.ts";

/** A model's answer for a page. */
export interface PageAnswer {
  readonly text: string;
  /** The blocks, in format `json` only. */
  readonly blocks: readonly TranscribedBlock[] | undefined;
  readonly language: string | null;
  readonly isBlank: boolean;
}

const TYPES = ["heading", "paragraph", "list", "table", "code", "other"] as const;

const common = { language: z.string().nullable(), blank: z.boolean() };

/** The schemas sent to providers: closed, every property required, as structured output demands it. */
export const schemas = {
  text: z.strictObject({ text: z.string(), ...common }),
  markdown: z.strictObject({ markdown: z.string(), ...common }),
  json: z.strictObject({
    blocks: z.array(z.strictObject({ type: z.enum(TYPES), text: z.string() })),
    ...common,
  }),
  correction: z.strictObject({ text: z.string() }),
} as const;

export type AnswerShape = keyof typeof schemas;

/** The shape in which answers are accepted: models without structured output leave properties out, and invent types. */
const believed = z.object({
  text: z.string().optional(),
  markdown: z.string().optional(),
  blocks: z.array(z.object({ type: z.enum(TYPES).catch("other"), text: z.string() })).optional(),
  language: z.string().nullable().catch(null).default(null),
  blank: z.boolean().catch(false).default(false),
});

/**
 * Reads the answer of a model: JSON, also within a code fence or between sentences; for text and Markdown, as a last
 * resort, the transcript as it stands.
 * @returns undefined for anything else
 */
export function parsePageAnswer(answer: string, format: TranscriptFormat): PageAnswer | undefined {
  const said = withoutThoughts(answer);
  return fromJson(said, format) ?? (format === "json" ? undefined : asPlainText(said));
}

function fromJson(answer: string, format: TranscriptFormat): PageAnswer | undefined {
  const { success, data } = believed.safeParse(jsonIn(answer));
  if (!success) {
    return undefined;
  }
  const about = { language: languageCode(data.language), isBlank: data.blank };
  if (format === "json") {
    const blocks = data.blocks
      ?.map(({ type, text }) => ({ type, text: cleaned(text) }))
      .filter(({ text }) => text.trim() !== "");
    return blocks && { ...about, blocks, text: textOf(blocks) };
  }
  const text = format === "text" ? data.text : data.markdown;
  return text === undefined ? undefined : { ...about, blocks: undefined, text: cleaned(text) };
}

/**
 * Reads the answer to a request for a correction.
 * @returns undefined for anything else
 */
export function parseCorrection(answer: string): string | undefined {
  const { success, data } = believed.safeParse(jsonIn(withoutThoughts(answer)));
  return success && data.text !== undefined ? cleaned(data.text) : undefined;
}

export const textOf = (blocks: readonly TranscribedBlock[]): string => blocks.map(({ text }) => text).join("\n\n");

/** Removes a model's thoughts, which some servers leave in its answer. */
const withoutThoughts = (answer: string): string => answer.replace(/^\s*<think>.*?<\/think>/s, "");

/**
 * Returns an answer in no particular form as the page's text, since a model may still have written the page; undefined
 * for anything else. A text that begins as JSON is JSON that was cut, one that begins as HTML is some server's error
 * page.
 */
function asPlainText(answer: string): PageAnswer | undefined {
  const text = cleaned(/^\s*```(?:markdown|md|text)?[ \t]*\n(.*)\n```\s*$/is.exec(answer)?.[1] ?? answer);
  const isOther = /^\s*(?:\{|\[\s*[{"]|```json|<think>|<!doctype|<html|<head|<body|<\?xml)/i.test(text);
  return isOther || text.trim() === "" || soundsLikeRefusal(text)
    ? undefined
    : { text, blocks: undefined, language: null, isBlank: false };
}

/**
 * Returns whether a text is short and begins like a model's refusal to read a page. A letter may begin like that as
 * well.
 */
export function soundsLikeRefusal(text: string): boolean {
  return text.length < 600 && REFUSAL.test(text.trimStart());
}

const REFUSAL =
  /^(?:I['’]?m (?:really )?(?:sorry|unable|not able)|I am (?:sorry|unable|not able)|Sorry, (?:but )?I|I (?:cannot|can['’]?t|can not|won['’]?t) (?:assist|help|transcribe|provide|process|comply|read|see|view|do)|As an AI|Unfortunately, I (?:cannot|can['’]t|am unable))/i;

/** Returns the JSON object that an answer is or contains. */
function jsonIn(answer: string): unknown {
  const text = answer.trim();
  const fenced = /```(?:json)?[ \t]*\n(.*?)\n?```/is.exec(text)?.[1] ?? "";
  const between = text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1);
  for (const candidate of [text, fenced, between]) {
    const value = parsed(candidate);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) {
      return value;
    }
  }
  return undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Returns the code of a language in ISO 639-1 if it has one: `de-AT` and `deu` are German as well. */
function languageCode(language: string | null): string | null {
  const [, code = ""] = /^([a-z]{2,3})(?:[-_][\w-]*)?$/i.exec(language?.trim() ?? "") ?? [];
  const lower = code.toLowerCase();
  return lower.length === 3 ? describeLanguage(lower).iso639_1 : lower === "" ? null : lower;
}

/** Removes what is no text: control characters and halves of surrogate pairs. */
const cleaned = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?/g, "\n")
    .replace(/(?![\n\t])\p{Cc}/gu, "")
    .replace(/^\n+/, "")
    .trimEnd();

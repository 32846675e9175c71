import { generateText, type LanguageModelUsage, Output } from "ai";
import { type AnswerShape, schemas } from "./answer-shape.ts";
import { CallFailure } from "./call-failure.ts";
import { guardedFetch } from "./guarded-fetch.ts";
import type { Tokens, VisionModel } from "./port.ts";
import { loadModels } from "./provider-models.ts";
import { callFailureOf, type Extra, refusedExtra } from "./sdk-errors.ts";
import type { VisionSettings } from "./settings.ts";

// This is the SDK's switch for warnings that it would print, such as that a model takes no temperature.
globalThis.AI_SDK_LOG_WARNINGS = false;

export interface Question {
  readonly model: VisionModel;
  readonly shape: AnswerShape;
  readonly instructions: string;
  readonly prompt: string;
  readonly picture: Uint8Array | undefined;
  readonly temperature: number;
}

export interface Answer {
  readonly text: string;
  readonly isCut: boolean;
}

/** Asks the provider once. */
export interface Asking {
  /**
   * Asks once. `onTokens` is called with the tokens that the call used, whatever happens to its answer.
   * @throws CallFailure; the reason of `signal`
   */
  ask(
    question: Question,
    options: { readonly signal: AbortSignal; readonly onTokens: (tokens: Tokens) => void },
  ): Promise<Answer>;
}

/** Loads the provider's client: a service that transcribes no page loads nothing of it. */
export async function openAsking(
  settings: VisionSettings,
  { fetch, now }: { readonly fetch: typeof globalThis.fetch; readonly now: () => number },
): Promise<Asking> {
  const modelOf = await loadModels(settings, guardedFetch(fetch, { hasKey: settings.apiKey !== undefined }));
  const lacking: Readonly<Record<VisionModel, Set<Extra>>> = { accurate: new Set(), fast: new Set() };
  return {
    async ask(question, { signal, onTokens }) {
      const lacks = new Set(lacking[question.model]);
      try {
        const model = modelOf(settings.models[question.model].id, { newNames: lacks.has("max_tokens") });
        const result = await generateText({
          model,
          ...partsOf(question, settings, lacks),
          maxRetries: 0,
          abortSignal: signal,
        });
        onTokens(tokensOf(result.usage));
        return answerOf(result.finishReason, outputOf(result));
      } catch (error) {
        signal.throwIfAborted();
        const extra = refusedExtra(error);
        if (extra !== undefined && !lacks.has(extra)) {
          lacking[question.model].add(extra);
          throw new CallFailure("rejected", "at once");
        }
        throw callFailureOf(error, { now: now(), secret: settings.apiKey });
      }
    },
  };
}

function partsOf(
  { shape, instructions, prompt, picture, temperature }: Question,
  { provider, maxOutputTokens }: VisionSettings,
  lacks: ReadonlySet<Extra>,
) {
  // The answer is read as plain text: one that is not JSON may still be valid.
  const output = {
    ...Output.object({ schema: schemas[shape], name: "answer" }),
    parseCompleteOutput: ({ text }: { readonly text: string }) => Promise.resolve(text),
  };
  const image =
    picture === undefined ? [] : [{ type: "file" as const, mediaType: mediaTypeOf(picture), data: picture }];
  return {
    instructions,
    messages: [{ role: "user" as const, content: [...image, { type: "text" as const, text: prompt }] }],
    maxOutputTokens,
    ...(!lacks.has("temperature") && { temperature }),
    ...(!lacks.has("schema") && { output }),
    // Thinking would use up the output's limit. Servers of other makers would get a parameter that they do not know.
    ...(!lacks.has("thinking") && provider !== "openai-compatible" && { reasoning: "none" as const }),
  };
}

const mediaTypeOf = (picture: Uint8Array): "image/png" | "image/jpeg" =>
  picture[0] === 0x89 ? "image/png" : "image/jpeg";

const tokensOf = ({ inputTokens = 0, outputTokens = 0 }: LanguageModelUsage): Tokens => ({
  input: inputTokens,
  output: outputTokens,
});

/**
 * Returns the text of a result: the input of a tool where the answer was made as one. Without any text there is no
 * output.
 */
function outputOf(result: { readonly text: string; readonly output: unknown; readonly finishReason: string }): string {
  const isDone = result.finishReason === "stop" || result.text !== "";
  const output = isDone && result.finishReason !== "tool-calls" ? result.output : "";
  return typeof output === "string" ? output : result.text;
}

/**
 * Returns the answer by how it finished.
 * @throws CallFailure when it is not usable
 */
function answerOf(finishReason: string, text: string): Answer {
  switch (finishReason) {
    case "stop":
      return { text, isCut: false };
    case "length":
      return { text, isCut: true };
    case "content-filter":
      throw new CallFailure("refused", "none");
    default:
      throw new CallFailure("garbage", "later", { cause: new Error(`It finished with ${finishReason}.`) });
  }
}

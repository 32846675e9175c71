import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { z } from "zod";

/*
 * The three wire protocols as far as a picture and its transcript need them: what a request contains, and how an answer
 * is written. Sources: Anthropic's Messages API, OpenAI's Chat Completions API and Google's generateContent, v1beta.
 */

export type Protocol = "anthropic" | "openai-compatible" | "google";

/** A call as it arrived. */
export interface ProviderCall {
  readonly protocol: Protocol;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The request's body, parsed from JSON. */
  readonly body: Readonly<Record<string, unknown>>;
  /** The time of arrival, in milliseconds of Unix time. */
  readonly at: number;
  readonly model: string;
  readonly temperature: number | undefined;
  readonly maxOutputTokens: number | undefined;
  /** All text in the role of the system. */
  readonly system: string;
  /** All text in the role of the user. */
  readonly prompt: string;
  /** The pictures' bytes, decoded from Base64. */
  readonly images: readonly Buffer[];
  /** The SHA-256 of the first picture in hexadecimal; undefined when there is none. */
  readonly sha256: string | undefined;
  /** The names of the answer's properties where the request states a schema; empty when it states none. */
  readonly schemaProperties: readonly string[];
}

/** The content of an answer, independent of the protocol. */
export interface Reply {
  readonly text: string;
  readonly finish: "stop" | "length" | "refused";
  readonly tokens: { readonly input: number; readonly output: number };
}

/**
 * Returns the protocol of a request's path.
 * @returns undefined for a path that none of the protocols has
 */
export function protocolOf(path: string): Protocol | undefined {
  if (path.endsWith("/messages")) {
    return "anthropic";
  }
  if (path.endsWith("/chat/completions")) {
    return "openai-compatible";
  }
  return /\/models\/[^/]+:generateContent$/.test(path) ? "google" : undefined;
}

/**
 * Reads a request of a protocol.
 * @throws ZodError for a body that is not the protocol's
 */
export function readCall(
  protocol: Protocol,
  request: {
    readonly path: string;
    readonly headers: IncomingHttpHeaders;
    readonly body: unknown;
    readonly at: number;
  },
): ProviderCall {
  const said = READERS[protocol](request);
  const body = z.record(z.string(), z.unknown()).parse(request.body);
  const [image] = said.images;
  return {
    ...request,
    protocol,
    body,
    ...said,
    sha256: image === undefined ? undefined : createHash("sha256").update(image).digest("hex"),
    schemaProperties: schemaProperties(body),
  };
}

type Said = Pick<ProviderCall, "model" | "temperature" | "maxOutputTokens" | "system" | "prompt" | "images">;
type Reader = (request: { readonly path: string; readonly body: unknown }) => Said;

const READERS: Readonly<Record<Protocol, Reader>> = {
  anthropic: ({ body }) => {
    const { model, temperature, max_tokens: maxOutputTokens, system = [], messages } = anthropicBody.parse(body);
    const parts = messages.flatMap(({ content }) => content);
    return {
      model,
      temperature,
      maxOutputTokens,
      system: system.map(({ text }) => text).join("\n"),
      prompt: parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n"),
      images: parts.flatMap((part) => (part.type === "image" ? [Buffer.from(part.source.data, "base64")] : [])),
    };
  },
  "openai-compatible": ({ body }) => {
    const said = openAiBody.parse(body);
    const texts = (role: "system" | "user") =>
      said.messages
        .filter((message) => message.role === role)
        .flatMap(({ content }) =>
          typeof content === "string"
            ? [content]
            : content.flatMap((part) => (part.type === "text" ? [part.text] : [])),
        )
        .join("\n");
    const images = said.messages.flatMap(({ content }) =>
      typeof content === "string"
        ? []
        : content.flatMap((part) => (part.type === "image_url" ? [fromDataUrl(part.image_url.url)] : [])),
    );
    return {
      model: said.model,
      temperature: said.temperature,
      maxOutputTokens: said.max_tokens ?? said.max_completion_tokens,
      system: texts("system"),
      prompt: texts("user"),
      images,
    };
  },
  google: ({ path, body }) => {
    const { systemInstruction, contents, generationConfig = {} } = googleBody.parse(body);
    const parts = contents.flatMap((content) => content.parts);
    return {
      model: decodeURIComponent(/models\/([^/]+):generateContent$/.exec(path)?.[1] ?? ""),
      temperature: generationConfig.temperature,
      maxOutputTokens: generationConfig.maxOutputTokens,
      system: (systemInstruction?.parts ?? []).map(({ text = "" }) => text).join("\n"),
      prompt: parts.flatMap(({ text }) => (text === undefined ? [] : [text])).join("\n"),
      images: parts.flatMap(({ inlineData }) =>
        inlineData === undefined ? [] : [Buffer.from(inlineData.data, "base64")],
      ),
    };
  },
};

const textPart = z.object({ type: z.literal("text"), text: z.string() });

const anthropicBody = z.object({
  model: z.string(),
  max_tokens: z.number(),
  temperature: z.number().optional(),
  system: z.array(textPart).optional(),
  messages: z.array(
    z.object({
      role: z.literal("user"),
      content: z.array(
        z.union([
          textPart,
          z.object({
            type: z.literal("image"),
            source: z.object({
              type: z.literal("base64"),
              media_type: z.enum(["image/jpeg", "image/png"]),
              data: z.base64(),
            }),
          }),
        ]),
      ),
    }),
  ),
});

const openAiBody = z.object({
  model: z.string(),
  max_tokens: z.number().optional(),
  max_completion_tokens: z.number().optional(),
  temperature: z.number().optional(),
  messages: z.array(
    z.object({
      role: z.enum(["system", "user"]),
      content: z.union([
        z.string(),
        z.array(
          z.union([textPart, z.object({ type: z.literal("image_url"), image_url: z.object({ url: z.string() }) })]),
        ),
      ]),
    }),
  ),
});

const googlePart = z.object({
  text: z.string().optional(),
  inlineData: z.object({ mimeType: z.enum(["image/jpeg", "image/png"]), data: z.base64() }).optional(),
});

const googleBody = z.object({
  systemInstruction: z.object({ parts: z.array(googlePart) }).optional(),
  contents: z.array(z.object({ role: z.literal("user"), parts: z.array(googlePart) })),
  generationConfig: z.object({ temperature: z.number().optional(), maxOutputTokens: z.number().optional() }).optional(),
});

/**
 * Returns the bytes of a data URL.
 * @throws Error for any other address, which a provider would fetch by itself
 */
function fromDataUrl(url: string): Buffer {
  const [, data] = /^data:image\/(?:jpeg|png);base64,([A-Za-z0-9+/]+=*)$/.exec(url) ?? [];
  if (data === undefined) {
    throw new Error("The picture is no data URL.");
  }
  return Buffer.from(data, "base64");
}

/**
 * Returns the names of an answer's properties: wherever a protocol puts it, its schema is the outermost object that has
 * `properties`.
 */
function schemaProperties(value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null) {
    return [];
  }
  if ("properties" in value && typeof value.properties === "object" && value.properties !== null) {
    return Object.keys(value.properties);
  }
  for (const item of Object.values(value)) {
    const found = schemaProperties(item);
    if (found.length > 0) {
      return found;
    }
  }
  return [];
}

/** Returns the body of a 200 answer. */
export function writeReply(call: ProviderCall, reply: Reply): object {
  return WRITERS[call.protocol](call, reply);
}

type Writer = (call: ProviderCall, reply: Reply) => object;

const WRITERS: Readonly<Record<Protocol, Writer>> = {
  anthropic: ({ body, model }, { text, finish, tokens }) => {
    // Models without their own structured output are made to call a tool whose input is the answer.
    const isTool = Array.isArray(body["tools"]) && finish === "stop" && isJson(text);
    const stop = { stop: isTool ? "tool_use" : "end_turn", length: "max_tokens", refused: "refusal" }[finish];
    return {
      id: "msg_01",
      type: "message",
      role: "assistant",
      model,
      content: isTool
        ? [{ type: "tool_use", id: "toolu_01", name: "json", input: JSON.parse(text) as unknown }]
        : [{ type: "text", text }],
      stop_reason: stop,
      stop_sequence: null,
      usage: { input_tokens: tokens.input, output_tokens: tokens.output },
    };
  },
  "openai-compatible": ({ model }, { text, finish, tokens }) => ({
    id: "chatcmpl-01",
    object: "chat.completion",
    created: 1_790_000_000,
    model,
    choices: [
      {
        index: 0,
        message: { role: "assistant", content: text },
        finish_reason: { stop: "stop", length: "length", refused: "content_filter" }[finish],
      },
    ],
    usage: {
      prompt_tokens: tokens.input,
      completion_tokens: tokens.output,
      total_tokens: tokens.input + tokens.output,
    },
  }),
  google: ({ model }, { text, finish, tokens }) => ({
    candidates: [
      {
        index: 0,
        ...(finish !== "refused" && { content: { role: "model", parts: [{ text }] } }),
        finishReason: { stop: "STOP", length: "MAX_TOKENS", refused: "SAFETY" }[finish],
      },
    ],
    usageMetadata: {
      promptTokenCount: tokens.input,
      candidatesTokenCount: tokens.output,
      totalTokenCount: tokens.input + tokens.output,
    },
    modelVersion: model,
  }),
};

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Returns the body of an answer with an error status. */
export function writeError(protocol: Protocol, status: number, message: string): object {
  switch (protocol) {
    case "anthropic":
      return { type: "error", error: { type: status === 529 ? "overloaded_error" : "api_error", message } };
    case "openai-compatible":
      return { error: { message, type: "server_error", param: null, code: null } };
    case "google":
      return { error: { code: status, message, status: "UNKNOWN" } };
  }
}

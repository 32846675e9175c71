import { expect } from "vitest";
import { type FakeProvider, startFakeProvider } from "../../src/engines/vision/testing/fake-provider.ts";
import type { Answer, Behaviour } from "../../src/engines/vision/testing/misbehaviour.ts";
import type { Protocol, ProviderCall } from "../../src/engines/vision/testing/wire-protocols.ts";
import { type Fields, type File, upload } from "./client.ts";
import { expectOk, json, type Reply } from "./reply.ts";
import { LINES, pageContent, TEXT } from "./scans.ts";
import type { Service } from "./service.ts";
import { pagesWith } from "./watermarks.ts";

/* A model provider that reads what tests have drawn, and the shape of the service's answers. */

export const VISION = "/api/v1/ocr/extract/vision";
export const PROTOCOLS: readonly Protocol[] = ["anthropic", "openai-compatible", "google"];
export const PROVIDER_KEY = "key-of-the-tests";

/** The model ids that the configuration assigns to the published names. */
export const PROVIDER_MODELS: Readonly<Record<Protocol, readonly [accurate: string, fast: string]>> = {
  anthropic: ["claude-sonnet-4-6", "claude-haiku-4-5"],
  "openai-compatible": ["reader-large", "reader-small"],
  google: ["gemini-3.8-flash", "gemini-3.5-flash-lite"],
};

/** Returns the service's settings that concern the provider. */
export function visionSettings(
  { baseUrl }: Pick<FakeProvider, "baseUrl">,
  protocol: Protocol = "openai-compatible",
): Record<string, string> {
  const [accurate, fast] = PROVIDER_MODELS[protocol];
  return {
    QUIRE_VISION_PROVIDER: protocol,
    QUIRE_VISION_BASE_URL: baseUrl,
    QUIRE_VISION_API_KEY: PROVIDER_KEY,
    QUIRE_VISION_MODEL_ACCURATE: accurate,
    QUIRE_VISION_MODEL_FAST: fast,
    QUIRE_VISION_PRICE_ACCURATE: "3/15",
  };
}

/** The provider's behaviour, which tests replace. */
interface Script {
  behaves: (page: number, call: ProviderCall) => Behaviour;
  answer: (page: number, call: ProviderCall) => string | Answer;
  gate: (page: number) => Promise<unknown>;
}

export interface ScriptedProvider extends FakeProvider {
  readonly script: Script;
  /** Restores the initial behaviour; returns the number of calls until now. */
  reset(): number;
  /** Returns the numbers of the pages that were asked for after the first `calls` calls. */
  pagesSince(calls: number): readonly number[];
}

const wellDone = (): Script => ({
  behaves: () => "good",
  answer: (page) => readAs(page),
  gate: () => Promise.resolve(),
});

/** Returns the text that the provider reads on a page of `visionPdf`. */
export const readAs = (page: number): string => `Page ${page}\n${TEXT}`;

export async function startScriptedProvider(): Promise<ScriptedProvider> {
  const script = wellDone();
  const provider = await startFakeProvider({
    // A call without a picture asks for a text to be corrected.
    answer: (call) => (call.images.length === 0 ? corrected(call) : script.answer(pageIn(call), call)),
    behaves: (call) => script.behaves(pageIn(call), call),
    gate: (call) => script.gate(pageIn(call)),
  });
  return Object.assign(provider, {
    script,
    reset() {
      Object.assign(script, wellDone());
      return provider.calls.length;
    },
    pagesSince: (calls: number) => provider.calls.slice(calls).map(pageIn),
  });
}

const corrected = ({ prompt }: ProviderCall): string =>
  (/<text>\n(.*)\n<\/text>/s.exec(prompt)?.[1] ?? "").replace("harbour", "harbor");

const WIDTH_PT = 288;
const heightPt = (page: number): number => 100 + 10 * page;

export interface PageContents {
  readonly lines?: readonly string[];
  readonly blank?: readonly number[];
}

/** Makes a document of `count` pages with text, whose heights distinguish them; the pages in `blank` are empty. */
export const visionPdf = (count: number, { lines = LINES, blank = [] }: PageContents = {}): Buffer =>
  pagesWith(
    ...Array.from({ length: count }, (_, index) => ({
      attributes: `/MediaBox [0 0 ${WIDTH_PT} ${heightPt(index + 1)}]`,
      content: blank.includes(index + 1) ? "" : pageContent(lines),
    })),
  );

/** Returns the number of the page whose picture a call has; 0 for a call without one. */
function pageIn({ images: [picture] }: Pick<ProviderCall, "images">): number {
  if (picture === undefined) {
    return 0;
  }
  const { widthPx, heightPx } = jpegSize(picture);
  return Math.round(((heightPx / widthPx) * WIDTH_PT - heightPt(0)) / 10);
}

/**
 * Reads the size from the frame header, which has the height and the width after its length and precision (ITU-T T.81,
 * B.2.2).
 */
export function jpegSize(jpeg: Buffer): { readonly widthPx: number; readonly heightPx: number } {
  expect(jpeg.readUInt16BE(0), "a JPEG's first marker").toBe(0xff_d8);
  for (let at = 2; at < jpeg.length; at += 2 + jpeg.readUInt16BE(at + 2)) {
    const marker = jpeg.readUInt16BE(at);
    if (marker >= 0xff_c0 && marker <= 0xff_c2) {
      return { heightPx: jpeg.readUInt16BE(at + 5), widthPx: jpeg.readUInt16BE(at + 7) };
    }
  }
  throw new Error("The JPEG has no frame.");
}

export interface Transcription {
  readonly data: {
    readonly text: string;
    readonly pages: number;
    readonly confidence: null;
    readonly word_count: number;
    readonly page_results?: readonly {
      readonly page_number: number;
      readonly text: string;
      readonly language: string | null;
      readonly rotation: number;
      readonly blocks: readonly { readonly type: string; readonly text: string }[];
      readonly doubted?: true;
    }[];
  };
  readonly metadata: {
    readonly engine: "vision";
    readonly filename: string;
    readonly failed_pages?: readonly { readonly page_number: number; readonly code: string }[];
    readonly model?: string;
    readonly dpi?: number | null;
    readonly languages?: readonly string[];
    readonly tokens?: { readonly input: number; readonly output: number };
    readonly cost_usd?: number | null;
    readonly calls?: number;
  };
}

/** Sends a file and returns the answer to it, after a check of its shape. */
export const transcribe = async (service: Service, file: File, fields: Fields = {}): Promise<Transcription> =>
  transcriptionIn(await upload(service, { path: VISION, file, fields }), fields["output"] === "detailed");

/**
 * Returns the JSON of a success, and fails unless it has the members that the specification and the contract name and
 * no others.
 */
export function transcriptionIn(reply: Reply, isDetailed = false): Transcription {
  expectOk(reply);
  expect(reply.headers["content-type"]).toBe("application/json");
  expect(reply.headers["content-disposition"]).toBeUndefined();
  const value = json(reply) as Transcription;
  const count = expect.any(Number) as number;
  const list = expect.any(Array) as [];
  const text = expect.any(String) as string;
  expect(value).toEqual({
    success: true,
    data: { text, pages: count, confidence: null, word_count: count, ...(isDetailed && { page_results: list }) },
    metadata: {
      engine: "vision",
      processing_time_ms: expect.toSatisfy(Number.isSafeInteger),
      filename: text,
      ...(value.metadata.failed_pages !== undefined && { failed_pages: list }),
      ...(isDetailed && {
        model: text,
        dpi: value.metadata.dpi === null ? null : count,
        languages: list,
        tokens: { input: count, output: count },
        cost_usd: value.metadata.cost_usd === null ? null : count,
        calls: count,
      }),
    },
  });
  for (const result of value.data.page_results ?? []) {
    expect(result).toEqual({
      page_number: count,
      dimensions: { width: count, height: count },
      text,
      confidence: null,
      rotation: expect.toBeOneOf([0, 90, 180, 270]),
      language: expect.toBeOneOf([null, expect.stringMatching(/^[a-z]{2}$/)]),
      blocks: list,
      ...(result.doubted !== undefined && { doubted: true }),
    });
    for (const block of result.blocks) {
      const type = expect.stringMatching(/^(heading|paragraph|list|table|code|other)$/) as string;
      expect(block).toEqual({ type, text });
    }
  }
  return value;
}

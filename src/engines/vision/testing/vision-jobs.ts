import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import type { TranscribeJob } from "../port.ts";
import type { VisionSettings } from "../settings.ts";
import type { FakeProvider } from "./fake-provider.ts";
import { FAR_AWAY_MS } from "./test-clock.ts";
import type { Protocol } from "./wire-protocols.ts";

export const PROTOCOLS: readonly Protocol[] = ["anthropic", "openai-compatible", "google"];

export const KEY = "key-of-the-tests";

/** Models that the SDK knows to accept a temperature. */
const MODELS: Readonly<Record<Protocol, readonly [accurate: string, fast: string]>> = {
  anthropic: ["claude-sonnet-4-6", "claude-haiku-4-5"],
  "openai-compatible": ["reader-large", "reader-small"],
  google: ["gemini-3.8-flash", "gemini-3.5-flash-lite"],
};

export function settingsFor(
  provider: Pick<FakeProvider, "baseUrl">,
  { protocol = "openai-compatible", ...settings }: { readonly protocol?: Protocol } & Partial<VisionSettings> = {},
): VisionSettings {
  const [accurate, fast] = MODELS[protocol];
  return {
    provider: protocol,
    baseUrl: new URL(provider.baseUrl),
    apiKey: KEY,
    models: { accurate: { id: accurate, price: { input: 3, output: 15 } }, fast: { id: fast, price: undefined } },
    longEdgePx: 1568,
    maxOutputTokens: 8192,
    concurrency: 4,
    requestsPerMinute: 0,
    pageTimeoutMs: FAR_AWAY_MS,
    ...settings,
  };
}

/** Pictures of different greys, so that each has different bytes. */
export interface Pictures extends AsyncDisposable {
  /** The path of a JPEG of 1100 x 1568 pixels. */
  readonly page: string;
  readonly png: string;
  /** The paths of pictures of a page's parts, from top to bottom. */
  readonly parts: readonly string[];
}

export async function makePictures(): Promise<Pictures> {
  const directory = await mkdtemp(join(tmpdir(), "quire-vision-"));
  const make = async (name: string, grey: number): Promise<string> => {
    const path = join(directory, name);
    const background = { r: grey, g: grey, b: grey };
    await sharp({ create: { width: 1100, height: 1568, channels: 3, background } }).toFile(path);
    return path;
  };
  return {
    page: await make("page.jpg", 250),
    png: await make("page.png", 240),
    parts: [await make("part-1.jpg", 230), await make("part-2.jpg", 220)],
    [Symbol.asyncDispose]: () => rm(directory, { recursive: true }),
  };
}

/** Returns the job of a page that agrees with every text, and which has no parts. */
export const jobFor = (picture: string, job: Partial<TranscribeJob> = {}): TranscribeJob => ({
  model: "accurate",
  format: "text",
  picture,
  parts: () => Promise.reject(new Error("The page has no parts.")),
  agrees: () => Promise.resolve(true),
  language: undefined,
  prompt: undefined,
  signal: new AbortController().signal,
  ...job,
});

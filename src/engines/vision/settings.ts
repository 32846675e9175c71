import type { VisionModel } from "./port.ts";

/** One model of the provider. */
export interface ModelSettings {
  /** The provider's own id. */
  readonly id: string;
  /** USD per million tokens; undefined: not told. */
  readonly price: { readonly input: number; readonly output: number } | undefined;
}

/** How a model provider is reached and asked. */
export interface VisionSettings {
  readonly provider: "anthropic" | "openai-compatible" | "google";
  /** Undefined: the provider's own. */
  readonly baseUrl: URL | undefined;
  readonly apiKey: string | undefined;
  readonly models: Readonly<Record<VisionModel, ModelSettings>>;
  readonly longEdgePx: number;
  readonly maxOutputTokens: number;
  readonly concurrency: number;
  /** 0: no bound of our own. */
  readonly requestsPerMinute: number;
  readonly pageTimeoutMs: number;
}

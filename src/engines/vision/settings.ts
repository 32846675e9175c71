import type { VisionModel } from "./port.ts";

/** One model of the provider. */
export interface ModelSettings {
  /** The provider's id of the model. */
  readonly id: string;
  /** The prices in USD per million tokens; undefined when they are not configured. */
  readonly price: { readonly input: number; readonly output: number } | undefined;
}

/** The settings of a model provider: its address, models and limits. */
export interface VisionSettings {
  readonly provider: "anthropic" | "openai-compatible" | "google";
  /** The base address; if undefined, the provider's own. */
  readonly baseUrl: URL | undefined;
  readonly apiKey: string | undefined;
  readonly models: Readonly<Record<VisionModel, ModelSettings>>;
  readonly longEdgePx: number;
  readonly maxOutputTokens: number;
  readonly concurrency: number;
  /** The limit of calls in any minute; 0 for none. */
  readonly requestsPerMinute: number;
  readonly pageTimeoutMs: number;
}

import type { VisionSettings } from "../../engines/engines.ts";
import { type Config, ConfigError } from "./config.ts";

/**
 * Returns how the model provider is reached, or in a sentence why there is none.
 * @throws ConfigError when a setting of the provider is wrong
 */
export function visionSettings(config: Config): VisionSettings | { readonly reason: string } {
  const provider = config.QUIRE_VISION_PROVIDER;
  if (provider === undefined) {
    return {
      reason:
        "No model provider is configured: QUIRE_VISION_PROVIDER names one (anthropic, google or openai-compatible), " +
        "QUIRE_VISION_API_KEY has its key.",
    };
  }
  // Wrong settings are reported even where nothing may leave the machine.
  const settings = settingsOf(provider, config);
  return config.QUIRE_OUTBOUND === "on"
    ? settings
    : { reason: "QUIRE_OUTBOUND is off, so the provider that QUIRE_VISION_PROVIDER names cannot be reached." };
}

type Provider = VisionSettings["provider"];
type ModelSettings = VisionSettings["models"]["accurate"];

/**
 * The default models of each provider; they take a temperature and an answer's schema, and their thinking can be
 * switched off or nearly so.
 */
const DEFAULT_MODELS: Readonly<Record<Provider, { readonly accurate: string; readonly fast: string } | undefined>> = {
  anthropic: { accurate: "claude-sonnet-4-6", fast: "claude-haiku-4-5" },
  google: { accurate: "gemini-3.8-flash", fast: "gemini-3.5-flash-lite" },
  "openai-compatible": undefined,
};

function settingsOf(provider: Provider, config: Config): VisionSettings {
  const baseUrl = baseUrlOf(config.QUIRE_VISION_BASE_URL);
  const apiKey = config.QUIRE_VISION_API_KEY;
  if (provider === "openai-compatible" && baseUrl === undefined) {
    throw new ConfigError("QUIRE_VISION_BASE_URL: openai-compatible needs one, such as http://127.0.0.1:11434/v1.");
  }
  if (apiKey === undefined && baseUrl === undefined) {
    throw new ConfigError(`QUIRE_VISION_API_KEY: ${provider} needs an API key of your account there.`);
  }
  if (apiKey !== undefined && !/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new ConfigError(
      "QUIRE_VISION_API_KEY: it has characters that an HTTP header cannot have, such as a line break.",
    );
  }
  return {
    provider,
    baseUrl,
    apiKey,
    models: modelsOf(provider, config),
    longEdgePx: config.QUIRE_VISION_LONG_EDGE,
    maxOutputTokens: config.QUIRE_VISION_MAX_OUTPUT_TOKENS,
    concurrency: config.QUIRE_VISION_CONCURRENCY,
    requestsPerMinute: config.QUIRE_VISION_REQUESTS_PER_MINUTE,
    pageTimeoutMs: config.QUIRE_VISION_PAGE_TIMEOUT_MS,
  };
}

function modelsOf(provider: Provider, config: Config): VisionSettings["models"] {
  const { QUIRE_VISION_MODEL_ACCURATE: named, QUIRE_VISION_MODEL_FAST: namedFast } = config;
  const accurate = named ?? DEFAULT_MODELS[provider]?.accurate;
  if (accurate === undefined) {
    throw new ConfigError(`QUIRE_VISION_MODEL_ACCURATE: ${provider} needs the id of a model that accepts images.`);
  }
  const fast = namedFast ?? named ?? DEFAULT_MODELS[provider]?.fast ?? accurate;
  const price = priceOf("QUIRE_VISION_PRICE_ACCURATE", config.QUIRE_VISION_PRICE_ACCURATE);
  const fastPrice = priceOf("QUIRE_VISION_PRICE_FAST", config.QUIRE_VISION_PRICE_FAST);
  return {
    accurate: { id: accurate, price },
    // One model has one price.
    fast: { id: fast, price: fastPrice ?? (fast === accurate ? price : undefined) },
  };
}

/**
 * Parses the provider's base URL. It takes no user name or query, which would be a secret in the wrong place, because
 * paths are added to its end.
 */
function baseUrlOf(text: string | undefined): URL | undefined {
  if (text === undefined) {
    return undefined;
  }
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== "http:" && url.protocol !== "https:")) {
    throw new ConfigError("QUIRE_VISION_BASE_URL: it has to be an http or https address.");
  }
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
    throw new ConfigError(
      "QUIRE_VISION_BASE_URL: it may not have a user name, query or fragment; a key belongs in QUIRE_VISION_API_KEY.",
    );
  }
  return url;
}

const PRICE = /^(\d{1,6}(?:\.\d{1,6})?)\/(\d{1,6}(?:\.\d{1,6})?)$/;

function priceOf(setting: string, text: string | undefined): ModelSettings["price"] {
  if (text === undefined) {
    return undefined;
  }
  const [, input, output] = PRICE.exec(text) ?? [];
  if (input === undefined || output === undefined) {
    throw new ConfigError(`${setting}: it has to be two amounts in USD, such as 3/15 or 0.25/1.25.`);
  }
  return { input: Number(input), output: Number(output) };
}

import type { LanguageModel } from "ai";
import { withoutTrailing } from "../../kernel/trailing.ts";
import type { VisionSettings } from "./settings.ts";

/** Returns a model of the provider; with `newNames`, the output's limit has OpenAI's newer name. */
export type ModelMaker = (id: string, options: { readonly newNames: boolean }) => LanguageModel;

type Settings = Pick<VisionSettings, "provider" | "baseUrl" | "apiKey">;

/**
 * Loads the provider's part of the SDK. Address and key are always given: the SDK would otherwise look for them in
 * environment variables that are not the service's.
 */
export async function loadModels(settings: Settings, fetch: typeof globalThis.fetch): Promise<ModelMaker> {
  const { provider, baseUrl, apiKey = "" } = settings;
  const baseURL = baseUrl === undefined ? OWN_ADDRESSES[provider] : withoutTrailing(baseUrl.href, "/");
  switch (provider) {
    case "anthropic": {
      const { createAnthropic } = await import("@ai-sdk/anthropic");
      return createAnthropic({ baseURL, apiKey, fetch });
    }
    case "google": {
      const { createGoogle } = await import("@ai-sdk/google");
      return createGoogle({ baseURL, apiKey, fetch });
    }
    case "openai-compatible": {
      const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
      const options = { name: "vision", baseURL, apiKey, fetch, supportsStructuredOutputs: true };
      const older = createOpenAICompatible(options);
      const newer = createOpenAICompatible({ ...options, transformRequestBody: withNewNames });
      return (id, { newNames }) => (newNames ? newer : older)(id);
    }
  }
}

const OWN_ADDRESSES: Readonly<Record<VisionSettings["provider"], string>> = {
  anthropic: "https://api.anthropic.com/v1",
  google: "https://generativelanguage.googleapis.com/v1beta",
  // Settings without its address are refused earlier.
  "openai-compatible": "",
};

const withNewNames = ({ max_tokens, ...body }: Record<string, unknown>): Record<string, unknown> => ({
  ...body,
  max_completion_tokens: max_tokens,
});

import { expect, test } from "vitest";
import { ConfigError, readConfig } from "./config.ts";
import { visionSettings } from "./vision.ts";

const settings = (environment: Readonly<Record<string, string>>) =>
  visionSettings(
    readConfig(Object.fromEntries(Object.entries(environment).map(([name, value]) => [`QUIRE_${name}`, value]))),
  );

const ANTHROPIC = { VISION_PROVIDER: "anthropic", VISION_API_KEY: "sk-test" };
const LOCAL = {
  VISION_PROVIDER: "openai-compatible",
  VISION_BASE_URL: "http://127.0.0.1:11434/v1",
  VISION_MODEL_ACCURATE: "qwen3-vl:8b",
};

test("without a provider the reason names the setting that is missing", () => {
  expect(settings({})).toEqual({ reason: expect.stringContaining("QUIRE_VISION_PROVIDER") });
});

test("a key is all that anthropic and google need beside their name", () => {
  expect(settings(ANTHROPIC)).toEqual({
    provider: "anthropic",
    baseUrl: undefined,
    apiKey: "sk-test",
    models: {
      accurate: { id: "claude-sonnet-4-6", price: undefined },
      fast: { id: "claude-haiku-4-5", price: undefined },
    },
    longEdgePx: 1568,
    maxOutputTokens: 8192,
    concurrency: 4,
    requestsPerMinute: 0,
    pageTimeoutMs: 120_000,
  });
  expect(settings({ ...ANTHROPIC, VISION_PROVIDER: "google" })).toMatchObject({
    models: { accurate: { id: "gemini-3.8-flash" }, fast: { id: "gemini-3.5-flash-lite" } },
  });
});

test("a self-hosted server needs an address and a model, and no key", () => {
  expect(settings(LOCAL)).toMatchObject({ apiKey: undefined, baseUrl: new URL("http://127.0.0.1:11434/v1") });
  const { VISION_BASE_URL: _address, ...withoutAddress } = LOCAL;
  expect(() => settings(withoutAddress)).toThrow(/^QUIRE_VISION_BASE_URL: /);
  const { VISION_MODEL_ACCURATE: _model, ...withoutModel } = LOCAL;
  expect(() => settings(withoutModel)).toThrow(/^QUIRE_VISION_MODEL_ACCURATE: /);
});

test("without a key the provider's own address is refused, another one is not", () => {
  for (const provider of ["anthropic", "google"]) {
    expect(() => settings({ VISION_PROVIDER: provider })).toThrow(/^QUIRE_VISION_API_KEY: /);
    const behindGateway = { VISION_PROVIDER: provider, VISION_BASE_URL: "https://gateway.example/v1" };
    expect(settings(behindGateway)).toMatchObject({ provider, apiKey: undefined });
  }
});

test("the fast model is the accurate one where only that is named, at its price", () => {
  const named = { ...LOCAL, VISION_PRICE_ACCURATE: "3/15" };
  const model = { id: "qwen3-vl:8b", price: { input: 3, output: 15 } };
  expect(settings(named)).toMatchObject({ models: { accurate: model, fast: model } });
  expect(settings({ ...named, VISION_MODEL_FAST: "qwen3-vl:2b" })).toMatchObject({
    models: { accurate: model, fast: { id: "qwen3-vl:2b", price: undefined } },
  });
  expect(settings({ ...named, VISION_PRICE_FAST: "0.25/1.25" })).toMatchObject({
    models: { accurate: model, fast: { id: "qwen3-vl:8b", price: { input: 0.25, output: 1.25 } } },
  });
});

test.each(["3", "3/", "/15", "3/15/2", "-3/15", "3,5/15", "3 / 15", "$3/$15", "1e3/15", "NaN/15", "03x/15"])(
  "a price of %s is refused by name",
  (price) => {
    for (const name of ["VISION_PRICE_ACCURATE", "VISION_PRICE_FAST"]) {
      expect(() => settings({ ...ANTHROPIC, [name]: price })).toThrow(`QUIRE_${name}: `);
    }
  },
);

test.each([
  "127.0.0.1:11434",
  "ftp://host/v1",
  "file:///etc/passwd",
  "http://",
  "http://user:secret@host/v1",
  "https://host/v1?key=secret",
  "https://host/v1#part",
])("the address %s is refused, and not repeated", (address) => {
  const reading = () => settings({ ...LOCAL, VISION_BASE_URL: address });
  expect(reading).toThrow(ConfigError);
  expect(reading).toThrow(/^QUIRE_VISION_BASE_URL: (?!.*secret)/);
});

test("a key that no header can carry is refused, and not repeated", () => {
  expect(() => settings({ ...ANTHROPIC, VISION_API_KEY: "sk-\u{1F511}secret" })).toThrow(
    /^QUIRE_VISION_API_KEY: (?!.*secret)/,
  );
});

test("with QUIRE_OUTBOUND off the reason names both settings, and what is wrong is still reported", () => {
  expect(settings({ ...LOCAL, OUTBOUND: "off" })).toEqual({
    reason: expect.stringMatching(/QUIRE_OUTBOUND.*QUIRE_VISION_PROVIDER/),
  });
  expect(() => settings({ ...LOCAL, OUTBOUND: "off", VISION_PRICE_FAST: "free" })).toThrow(ConfigError);
});

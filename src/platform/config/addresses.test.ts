import { expect, test } from "vitest";
import { ConfigError, readConfig } from "./config.ts";
import { settingsInForce } from "./settings-in-force.ts";

test.each([
  [
    "QUIRE_PUBLIC_URL",
    ["https://pdf.example.com", "http://127.0.0.1:8080/quire/"],
    ["pdf.example.com", "localhost:8080", "ftp://a.example", "https://", "https://u:p@a.example"],
  ],
  [
    "QUIRE_CORS_ORIGINS",
    ["*", "https://a.example, HTTP://B.example:81/"],
    ["a.example", "https://a.example/path", "*.example"],
  ],
  ["QUIRE_TRUSTED_PROXIES", ["", "10.0.0.0/8, ::1, 2001:db8::/32"], ["proxy", "10.0.0.0/33", "10.0.0.0/", "::1/129"]],
])("%s takes what can work, and nothing else", (name, right, wrong) => {
  for (const value of right) {
    expect(() => readConfig({ [name]: value }), value).not.toThrow();
  }
  for (const value of wrong) {
    expect(() => readConfig({ [name]: value }), value).toThrow(ConfigError);
    expect(() => readConfig({ [name]: value }), value).toThrow(name);
  }
});

test("of the settings in force no secret is shown, and no password of an address", () => {
  const secrets = {
    QUIRE_BOOTSTRAP_API_KEY: "secret-one",
    QUIRE_METRICS_TOKEN: "secret-two",
    QUIRE_VISION_API_KEY: "secret-three",
    QUIRE_VISION_BASE_URL: "https://user:secret-four@vision.example/v1",
  };
  const shown = settingsInForce(readConfig(secrets));
  expect(JSON.stringify(shown)).not.toContain("secret");
  expect(shown).toMatchObject({
    QUIRE_VISION_API_KEY: "(set)",
    QUIRE_VISION_BASE_URL: "https://vision.example/v1",
    QUIRE_VISION_MAX_OUTPUT_TOKENS: 8192,
    QUIRE_PUBLIC_URL: null,
  });
});

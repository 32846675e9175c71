import { expect, test } from "vitest";
import { bootstrapKeyWarning } from "./bootstrap-key.ts";

const SHORT = "k".repeat(23);
const LONG = "k".repeat(24);

test.each(["127.0.0.1", "127.8.9.10", "::1", "localhost"])("on %s a short key starts with a warning", (host) => {
  const warning = bootstrapKeyWarning({ QUIRE_BOOTSTRAP_API_KEY: SHORT, QUIRE_HOST: host });
  expect(warning).toContain("QUIRE_BOOTSTRAP_API_KEY has 23 characters");
  expect(warning).not.toContain(SHORT);
});

test.each(["0.0.0.0", "::", "192.0.2.1", "quire.example"])("on %s a short key does not start", (host) => {
  const start = () => bootstrapKeyWarning({ QUIRE_BOOTSTRAP_API_KEY: SHORT, QUIRE_HOST: host });
  expect(start).toThrow("QUIRE_BOOTSTRAP_API_KEY has 23 characters");
});

test.each([LONG, undefined])("%s starts anywhere", (key) => {
  expect(bootstrapKeyWarning({ QUIRE_BOOTSTRAP_API_KEY: key, QUIRE_HOST: "0.0.0.0" })).toBeUndefined();
});

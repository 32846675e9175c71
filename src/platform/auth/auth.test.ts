import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readConfig } from "../config/config.ts";
import { openBootstrapKey } from "./bootstrap-key.ts";
import { hasKeyForm, newApiKey } from "./key-form.ts";

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "quire-auth-"));
});
afterEach(() => rm(directory, { recursive: true }));

const configWith = (settings: Record<string, string> = {}) => readConfig({ QUIRE_DATA_DIR: directory, ...settings });

test("new keys have the documented form, and a changed character is noticed", () => {
  const key = newApiKey();
  expect(key).toMatch(/^quire_live_[0-9A-Za-z]{30}$/);
  expect(hasKeyForm(key)).toBe(true);
  const other = key[15] === "a" ? "b" : "a";
  expect(hasKeyForm(key.slice(0, 15) + other + key.slice(16))).toBe(false);
  expect(newApiKey()).not.toBe(key);
});

test("the checksum is the CRC-32 of all that precedes, in base62", () => {
  // CRC-32 of "quire_live_000000000000000000000000" is 740208972 (by Python's zlib.crc32), in base62 "0o5qAO".
  expect(hasKeyForm("quire_live_0000000000000000000000000o5qAO")).toBe(true);
});

test("a key is made once, told once, and survives a restart", async () => {
  const first = await openBootstrapKey(configWith());
  const key = first.printOnce ?? "";
  expect(hasKeyForm(key)).toBe(true);
  const second = await openBootstrapKey(configWith());
  expect(second.printOnce).toBeUndefined();
  for (const { keys } of [first, second]) {
    expect(keys.lookUp(key)).toMatchObject({ kind: "accepted", key: { rateLimit: 120, concurrency: 8 } });
    expect(keys.lookUp(`${key}x`)).toEqual({ kind: "refused", code: "invalid_api_key" });
    expect(keys.lookUp(undefined)).toEqual({ kind: "refused", code: "missing_api_key" });
    expect(keys.lookUp("")).toEqual({ kind: "refused", code: "missing_api_key" });
  }
});

test("what is kept is for the service's user alone", async () => {
  await openBootstrapKey(configWith());
  for (const name of await readdir(directory)) {
    expect((await stat(join(directory, name))).mode & 0o777).toBe(0o600);
  }
});

test("a configured key of a foreign form is accepted and not stored", async () => {
  const key = "imported-key-123456789";
  const { keys, printOnce } = await openBootstrapKey(configWith({ QUIRE_BOOTSTRAP_API_KEY: key }));
  expect(printOnce).toBeUndefined();
  expect(keys.lookUp(key)).toMatchObject({ kind: "accepted" });
  expect(JSON.stringify(keys.lookUp(key))).not.toContain(key);
  for (const name of await readdir(directory)) {
    expect((await readFile(join(directory, name))).includes(key)).toBe(false);
  }
});

import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { toJsonSchema } from "../../kernel/fields/fields.ts";
import { ConfigError, configSchema, examineSettings, readConfig } from "./config.ts";

const root = resolve(import.meta.dirname, "../../..");

const PATHS = [
  "QUIRE_DATA_DIR",
  "QUIRE_FONTS_DIR",
  "QUIRE_PDFIUM_LIBRARY",
  "QUIRE_TESSERACT_LIBRARY",
  "QUIRE_TESSDATA",
  "QUIRE_CHROMIUM",
] as const;

test.for(PATHS)("a relative %s counts from the root of the program, an absolute one stays", (name) => {
  expect(readConfig({ [name]: "./some/where" })[name]).toBe(join(root, "some/where"));
  expect(readConfig({ [name]: "/some/where" })[name]).toBe("/some/where");
});

test("every setting that is described as a path is one of them", () => {
  const described = Object.entries(configSchema.shape).filter(([, schema]) =>
    /^(?:Path|Directory|Folder) /.test(schema.description ?? ""),
  );
  expect(described.map(([name]) => name).toSorted()).toEqual([...PATHS].toSorted());
});

test("without a path there is the data directory of the program, and nothing else", () => {
  const { QUIRE_DATA_DIR, QUIRE_CHROMIUM, QUIRE_FONTS_DIR } = readConfig({ QUIRE_CHROMIUM: "" });
  expect([QUIRE_DATA_DIR, QUIRE_CHROMIUM, QUIRE_FONTS_DIR]).toEqual([join(root, "data"), undefined, undefined]);
});

test("a value of white space alone is a fault, of texts too", () => {
  const { config, faults } = examineSettings({ QUIRE_HOST: " ", QUIRE_S3_BUCKET: "\t", QUIRE_PORT: "" });
  expect(faults).toEqual([
    expect.stringMatching(/^QUIRE_S3_BUCKET: .+ It is "\\t"\.$/),
    'QUIRE_HOST: It takes more than white space. It is " ".',
  ]);
  expect(config).toMatchObject({ QUIRE_HOST: "127.0.0.1", QUIRE_PORT: 8080 });
  expect(config.QUIRE_S3_BUCKET).toBeUndefined();
});

test("a name that is no setting is a warning with the nearest one, and stops nothing", () => {
  const { config, faults, warnings, names } = examineSettings({
    QUIRE_PROT: "9000",
    QUIRE_DATADIR: "/srv",
    QUIRE_SERVICE_HOST_ALIAS_LIST: "10.0.0.1",
    QUIRE_TEST_CORPORA: "/corpora",
    QUIRE_HOST: "::1",
    HOME: "/root",
  });
  expect(faults).toEqual([]);
  expect(config).toMatchObject({ QUIRE_PORT: 8080, QUIRE_HOST: "::1" });
  expect(names).toEqual(["QUIRE_HOST"]);
  expect(warnings).toEqual([
    "There is no setting QUIRE_PROT, so it is ignored; did you mean QUIRE_PORT?",
    "There is no setting QUIRE_DATADIR, so it is ignored; did you mean QUIRE_DATA_DIR?",
    "There is no setting QUIRE_SERVICE_HOST_ALIAS_LIST, so it is ignored; docs/configuration.md lists all settings.",
  ]);
});

test("a wrong value is named with what it is, a line for each, and the others keep their values", () => {
  const environment = { QUIRE_PORT: "tcp://10.0.0.1:8080", QUIRE_WORKERS: "many", QUIRE_HOST: "::1" };
  const { config, faults } = examineSettings(environment);
  expect(faults).toEqual([
    expect.stringMatching(/^QUIRE_PORT: .+\. It is "tcp:\/\/10\.0\.0\.1:8080"\.$/),
    expect.stringMatching(/^QUIRE_WORKERS: .+\. It is "many"\.$/),
  ]);
  expect(config).toMatchObject({ QUIRE_PORT: 8080, QUIRE_WORKERS: 0, QUIRE_HOST: "::1" });
  expect(() => readConfig(environment)).toThrow(faults.join("\n"));
});

const numbers = Object.keys(configSchema.shape).flatMap((name) => {
  const { type, minimum, maximum } = Object(toJsonSchema(configSchema).properties?.[name]);
  return type === "integer" ? [{ name, minimum, maximum }] : [];
});

test.for(numbers)(
  "$name takes $minimum to $maximum, and says so of every other value",
  ({ name, minimum, maximum }) => {
    for (const value of [minimum, maximum].map(String)) {
      expect(examineSettings({ [name]: value }).faults).toEqual([]);
    }
    for (const value of [
      String(minimum - 1),
      String(maximum + 1),
      "1e99",
      "99999999999999999999",
      "many",
      "10s",
      " ",
    ]) {
      const { faults, config } = examineSettings({ [name]: value });
      expect(faults).toHaveLength(1);
      expect(faults[0]).toContain(`${name}: It takes an integer from ${minimum} to ${maximum}.`);
      expect(faults[0]).toContain(`It is ${JSON.stringify(value)}.`);
      expect(config).toMatchObject(readConfig({}));
    }
  },
);

test("no time is longer than timers count, since Node lets such a one end at once", () => {
  const times = numbers.filter(({ name }) => name.endsWith("_MS"));
  expect(times.length).toBeGreaterThan(5);
  expect(times.filter(({ maximum }) => maximum > 2 ** 31 - 1)).toEqual([]);
});

test("of a secret no message has the value, nor the password of an address", () => {
  const { faults } = examineSettings({
    QUIRE_BOOTSTRAP_API_KEY: "hush",
    QUIRE_PUBLIC_URL: "https://someone:hush@pdf.example.com",
  });
  expect(faults).toHaveLength(2);
  expect(faults.join("\n")).not.toContain("hush");
});

test("a flag goes before its setting, and is named in place of it", () => {
  const environment = { QUIRE_PORT: "1", QUIRE_HOST: "::1" };
  expect(readConfig(environment, portFlag("9000"))).toMatchObject({ QUIRE_PORT: 9000, QUIRE_HOST: "::1" });
  expect(() => readConfig(environment, portFlag("99999"))).toThrow(ConfigError);
  expect(() => readConfig(environment, portFlag("99999"))).toThrow(/^--port: .+ It is "99999"\.$/);
});

const portFlag = (value: string) => ({ QUIRE_PORT: { flag: "--port", value } });

import { expect, test } from "vitest";
import { ConfigError, readConfig } from "./config.ts";
import { s3Settings } from "./s3.ts";
import { settingsInForce } from "./settings-in-force.ts";

const GIVEN = {
  QUIRE_S3_ENDPOINT: "https://s3.example/",
  QUIRE_S3_BUCKET: "documents",
  QUIRE_S3_ACCESS_KEY_ID: "AKIAEXAMPLE",
  QUIRE_S3_SECRET_ACCESS_KEY: "very/secret+key",
};

test("without an address there is no S3 store", () => {
  expect(s3Settings(readConfig({}))).toBeUndefined();
});

test("the settings of a store, with and without a prefix", () => {
  expect(s3Settings(readConfig(GIVEN))).toEqual({
    endpoint: "https://s3.example",
    bucket: "documents",
    region: "us-east-1",
    accessKeyId: "AKIAEXAMPLE",
    secretAccessKey: "very/secret+key",
    pathStyle: true,
    prefix: "",
    encryption: undefined,
  });
  const more = {
    QUIRE_S3_PREFIX: "quire/production/",
    QUIRE_S3_REGION: "auto",
    QUIRE_S3_PATH_STYLE: "false",
    QUIRE_S3_ENCRYPTION: "aws:kms",
  };
  expect(s3Settings(readConfig({ ...GIVEN, ...more }))).toMatchObject({
    prefix: "quire/production/",
    region: "auto",
    pathStyle: false,
    encryption: "aws:kms",
  });
});

test.for(["QUIRE_S3_BUCKET", "QUIRE_S3_ACCESS_KEY_ID", "QUIRE_S3_SECRET_ACCESS_KEY"])("a store needs %s", (name) => {
  expect(() => s3Settings(readConfig({ ...GIVEN, [name]: "" }))).toThrow(ConfigError);
  expect(() => s3Settings(readConfig({ ...GIVEN, [name]: "" }))).toThrow(new RegExp(`^${name}: `));
});

test("a bucket alone is a mistake, and is told what is missing", () => {
  expect(() => s3Settings(readConfig({ QUIRE_S3_BUCKET: "documents" }))).toThrow(/QUIRE_S3_ENDPOINT/);
});

test.for([
  ["QUIRE_S3_ENDPOINT", "s3.example"],
  ["QUIRE_S3_ENDPOINT", "https://user:password@s3.example"],
  ["QUIRE_S3_BUCKET", "Documents"],
  ["QUIRE_S3_BUCKET", "a"],
  ["QUIRE_S3_BUCKET", "a/b"],
  ["QUIRE_S3_REGION", "eu central"],
  ["QUIRE_S3_PREFIX", "/documents"],
  ["QUIRE_S3_PREFIX", "a//b"],
  ["QUIRE_S3_PREFIX", "../b"],
  ["QUIRE_S3_ENCRYPTION", "aes"],
  ["QUIRE_S3_PATH_STYLE", "virtual"],
  ["QUIRE_S3_ACCESS_KEY_ID", "key with spaces"],
  ["QUIRE_S3_SECRET_ACCESS_KEY", "line\nbreak"],
] as const)("%s does not take %j, and says what it takes", ([name, value]) => {
  expect(() => readConfig({ ...GIVEN, [name]: value })).toThrow(new RegExp(`^${name}: (?:It|Input) .+\\.`));
});

test("neither the secret nor the access key is shown, in settings or in messages", () => {
  const shown = settingsInForce(readConfig(GIVEN));
  expect([shown["QUIRE_S3_SECRET_ACCESS_KEY"], shown["QUIRE_S3_ACCESS_KEY_ID"]]).toEqual(["(set)", "(set)"]);
  expect(() => readConfig({ QUIRE_S3_SECRET_ACCESS_KEY: "very secret key" })).not.toThrow(/very secret/);
});

import { expect, test } from "vitest";
import { numbered } from "./statements.ts";

test("values are numbered in the order of their first place, and cast to their type", () => {
  const statement = "SELECT $now + 1000, $id WHERE a = $id AND b = $hash AND $until IS NULL";
  expect(numbered(statement, { id: "x", now: 1_700_000_000_000, hash: new Uint8Array([1, 2]), until: null })).toEqual({
    text: "SELECT $1::bigint + 1000, $2::text WHERE a = $2::text AND b = $3::bytea AND NULL IS NULL",
    values: [1_700_000_000_000, "x", Buffer.from([1, 2])],
  });
  expect(numbered("SELECT 1")).toEqual({ text: "SELECT 1", values: [] });
});

test("a value that is not given is a mistake of the statement's author", () => {
  expect(() => numbered("SELECT $id", {})).toThrow("the statement's value $id is given");
});

test("U+0000, which no stored text has, finds nothing", () => {
  expect(numbered("SELECT $id", { id: "a\0b" }).values).toEqual(["a\uFFFDb"]);
});

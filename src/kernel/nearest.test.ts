import { expect, test } from "vitest";
import { nearest } from "./nearest.ts";

const SETTINGS = ["PORT", "HOST", "DATA_DIR", "CHROMIUM", "VISION_API_KEY"];

test.each([
  ["PROT", "PORT"],
  ["data_dir", "DATA_DIR"],
  ["DATADIR", "DATA_DIR"],
  ["CHROMUIM", "CHROMIUM"],
  ["VISION_APIKEY", "VISION_API_KEY"],
])("%s was meant to be %s", (word, known) => {
  expect(nearest(word, SETTINGS)).toBe(known);
});

test.each(["", "X", "SOMETHING_ELSE", "PARTS_LIST"])("for %j nothing is proposed", (word) => {
  expect(nearest(word, SETTINGS)).toBeUndefined();
});

test("of words that are as near, the first is proposed", () => {
  expect(nearest("cat", ["bat", "hat"])).toBe("bat");
});

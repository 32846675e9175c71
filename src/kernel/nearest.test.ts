import { expect, test } from "vitest";
import { nearest } from "./nearest.ts";

const FIELDS = [
  "file",
  "text",
  "page_size",
  "password",
  "image_format",
  "custom_width",
  "custom_height",
  "dpi",
  "pages",
];

test.for([
  ["txt", "text"],
  ["pageSize", "page_size"],
  ["PAGE-SIZE", "page_size"],
  ["pasword", "password"],
  ["passwd", "password"],
  ["pass", "password"],
  ["format", "image_format"],
  ["imageFormat", "image_format"],
  ["dip", "dpi"],
  ["page", "pages"],
  // Two names fit equally well, or none does.
  ["custom", undefined],
  ["foo", undefined],
  ["x", undefined],
  ["", undefined],
  ["colour", undefined],
  ["p".repeat(100_000), undefined],
] as const)("%s is nearest to %s", ([wanted, expected]) => expect(nearest(wanted, FIELDS)).toBe(expected));

test("a name is compared by its letters, and the nearest of several is taken", () => {
  expect(nearest("invoice-standart", ["invoice-standard", "invoice-standard-2", "receipt-minimal"])).toBe(
    "invoice-standard",
  );
  expect(nearest("PGN", ["PNG", "JPEG", "WEBP"])).toBe("PNG");
});

const SETTINGS = ["PORT", "HOST", "DATA_DIR", "CHROMIUM", "VISION_API_KEY"];

test.each([
  ["PROT", "PORT"],
  ["data_dir", "DATA_DIR"],
  ["DATADIR", "DATA_DIR"],
  ["CHROMUIM", "CHROMIUM"],
  ["VISION_APIKEY", "VISION_API_KEY"],
])("the setting %s was meant to be %s", (word, known) => expect(nearest(word, SETTINGS)).toBe(known));

test.each(["", "X", "SOMETHING_ELSE", "PARTS_LIST"])("for the setting %j none is proposed", (word) => {
  expect(nearest(word, SETTINGS)).toBeUndefined();
});

import { describe, expect, test } from "vitest";
import { describePrinter } from "../conformance/printer.ts";
import { findChromium } from "./browser/find-chromium.ts";
import { noChromium, testPrinter } from "./testing/test-printer.ts";

describe.skipIf(noChromium !== undefined)("Chromium", () => {
  describePrinter("Chromium", () => testPrinter());
});

test("a Chromium is one that can be run, and only the one that is named", () => {
  expect(findChromium(process.execPath)).toBe(process.execPath);
  expect(findChromium(import.meta.filename)).toBeUndefined();
  expect(findChromium("/nonexistent/chromium")).toBeUndefined();
});

import { describe, expect, test } from "vitest";
import { alignedHeadings, unrepeated } from "./align.ts";

const heading = (text: string, level = 1, printed?: string) => ({ level, text, printed });
const textsOf = (titles: readonly string[], texts: readonly string[]) =>
  alignedHeadings(
    titles,
    texts.map((text) => heading(text)),
  ).map((found) => found?.text);

describe("titles stand for headings", () => {
  test.each([
    ["repeated", ["UsageUsage", "Usage"], ["Usage", "Usage"]],
    ["repeated font by font", ["🧪 🧪 Try itTry it", "Step 21", "Step 12"], ["🧪 Try it", "Step 21", "Step 12"]],
    ["joined and hyphenated by lines", ["A longheading", "Straßen-verkehr"], ["A long heading", "Straßenverkehr"]],
    ["in capitals", ["STRASSE"], ["Straße"]],
  ])("that are %s", (_, titles, texts) => {
    expect(textsOf(titles, texts)).toEqual(texts);
  });

  test("which have pictures in what is shown of them", () => {
    const [found] = alignedHeadings(["Logo Name"], [heading("Other"), heading("Name", 2, "Logo Name")]);
    expect(found).toMatchObject({ level: 2, text: "Name" });
  });

  test("where headings are hidden, and others come from elsewhere", () => {
    const texts = ["A", "hidden", "B", "also hidden", "C"];
    expect(textsOf(["A", "B", "framed", "C"], texts)).toEqual(["A", "B", undefined, "C"]);
    expect(textsOf(["A", "framed", "B"], ["A", "B"])).toEqual(["A", undefined, "B"]);
  });

  test("that are much alike, between others where they are as many", () => {
    expect(textsOf(["A", "E=MC2", "C"], ["A", "E = mc^2", "C"])).toEqual(["A", "E = mc^2", "C"]);
    expect(textsOf(["Sum ab", "Sum cd"], ["Sum a", "Sum c", "Sum e"])).toEqual([undefined, undefined]);
  });

  test("also far away from each other, and among thousands", () => {
    const texts = Array.from({ length: 5000 }, (_, index) => `Heading ${index}`);
    const shown = texts.filter((_, index) => index % 50 !== 7);
    expect(textsOf(shown, texts)).toEqual(shown);
  });
});

test.each([
  ["APIAPI", "API"],
  ["One two One two", "One two One two"],
  ["xyzxyzxyz", "xyz"],
  ["Papa", "Papa"],
  ["aa", "aa"],
  ["", ""],
])("%s is once %s", (title, once) => {
  expect(unrepeated(title)).toBe(once);
});

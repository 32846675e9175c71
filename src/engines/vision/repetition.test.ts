import { expect, test } from "vitest";
import { isRepetitious } from "./repetition.ts";

const PROSE = `It was the best of times, it was the worst of times, it was the age of wisdom, it was the age of foolishness,
it was the epoch of belief, it was the epoch of incredulity, it was the season of Light, it was the season of Darkness,
it was the spring of hope, it was the winter of despair, we had everything before us, we had nothing before us, we were
all going direct to Heaven, we were all going direct the other way – in short, the period was so far like the present
period, that some of its noisiest authorities insisted on its being received, for good or for evil, in the superlative
degree of comparison only.`;

test.each([
  ["a sentence on every line", `${PROSE}\n${"The total is to be paid within thirty days.\n".repeat(8)}`],
  ["a sentence without line ends", `${PROSE} ${"and then he went on to the next room ".repeat(12)}`],
  ["two sentences by turns", "The first is said once more.\nThe second is said once more as well.\n".repeat(20)],
  ["a paragraph, three times", `${PROSE}\n\n${PROSE}\n\n${PROSE}`],
  ["a word without an end", `${PROSE} ${"lorem".repeat(80)}`],
  ["a letter without an end", "a".repeat(500)],
  ["characters without spaces", "以下同文以下同文".repeat(30)],
  ["a script without spaces", "สวัสดีครับท่านผู้อ่าน".repeat(12)],
  ["rows that never end", "| yes | no |\n".repeat(80)],
])("%s is a repetition", (_name, text) => {
  expect(isRepetitious(text)).toBe(true);
});

const dotted = Array.from(
  { length: 30 },
  (_, index) => `Chapter ${index + 1} ............................ ${index * 7}`,
);
const invoice = Array.from({ length: 40 }, (_, index) => `Item ${index}  0.00  0.00  0.00  0.00`);

test.each([
  ["prose with figures of speech", PROSE],
  ["nothing", ""],
  ["a few words", "the the the the the"],
  ["a table of contents", dotted.join("\n")],
  ["columns of zeros", invoice.join("\n")],
  ["a pipe table whose rows are alike", `| Name | Paid |\n| --- | --- |\n${"| – | no |\n".repeat(30)}`],
  ["a form to be filled in", "Name: ______________ Date: ______________\n".repeat(40)],
  ["rows of dots", "................................\n".repeat(90)],
  ["zeros, one below the other", "0.00\n".repeat(90)],
  ["boxes to tick", "☐ yes ☐ no ☐ does not apply to me at all\n".repeat(30)],
  ["short lines that are alike", "Ditto\n".repeat(20)],
  ["a refrain", `${PROSE}\n\n${"Row, row, row your boat.\n".repeat(4)}`],
  ["a paragraph that stands twice among others", `${PROSE}\n\n${PROSE.toUpperCase().split("").toReversed().join("")}`],
])("%s is none", (_name, text) => {
  expect(isRepetitious(text)).toBe(false);
});

test("a long text is looked at as well", () => {
  const words = Array.from({ length: 60_000 }, (_, index) => `word${(index * 7919) % 60_013}`);
  expect(isRepetitious(words.join(" "))).toBe(false);
  expect(isRepetitious("ab".padEnd(200_000, "xyzxyx"))).toBe(true);
});

test.each([1, 7, 20])(
  "a word that repeats %d letters sixty times is a loop, one that stops before is none",
  (period) => {
    const part = "abcdefghijklmnopqrstuvwxyz".slice(0, period);
    expect(isRepetitious(`A ${part.repeat(60)} word`)).toBe(true);
    expect(isRepetitious(`A ${part.repeat(59)} word`)).toBe(false);
    expect(isRepetitious(`${part.repeat(58)}z`.repeat(1000))).toBe(false);
  },
);

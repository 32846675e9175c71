import { describe, expect, test } from "vitest";
import type { RecognizedWord } from "../../../engines/tesseract/port.ts";
import { comparedWords } from "../../../kernel/compared-words.ts";
import { agreesWithPage, agreesWithSample } from "./agreement.ts";

const box = { xMin: 0, yMin: 0, xMax: 10, yMax: 10 };

/** Returns words as an OCR engine would have read them; one that begins with `?` is uncertain. */
const read = (text: string): RecognizedWord[] =>
  text.split(/\s+/).map((word) => ({
    text: word.replace(/^\?/, ""),
    confidence: word.startsWith("?") ? 0.6 : 0.95,
    box,
  }));

const LETTER = `Dear Mr Brown, thank you for your letter of 3 March 2026. The goods that you ordered have left our
  warehouse in Hamburg and will reach you within five working days. Kind regards, A. Becker`;

describe("a sample agrees with", () => {
  test.each([
    ["the same text", LETTER, LETTER],
    ["text in Markdown", LETTER, `# **${LETTER.replaceAll("goods", "*goods*")}**`],
    [
      "columns of a table in another order",
      "Item Price Apples 1.20 Pears 2.40 Plums 3.60",
      "| Apples | Pears | Plums |\n| 1.20 | 2.40 | 3.60 |\nItem Price",
    ],
    [
      "words joined that were divided at the end of a line",
      "the har- bour master counted seven- teen grey boats before break- fast on Monday",
      "the harbour master counted seventeen grey boats before breakfast on Monday",
    ],
    [
      "words that stay divided",
      "the har- bour master counted seven- teen grey boats before break- fast on Monday",
      "the har-\nbour master counted seven-\nteen grey boats before break-\nfast on Monday",
    ],
    [
      "accents that were missed",
      "Uber den Dachern von Munchen liegt spater Schnee fur Jager",
      "Über den Dächern von München liegt später Schnee für Jäger",
    ],
    [
      "other forms of the same letters",
      "Oﬃce of the ﬁrst ﬂoor ２０２６ DRAFT for all members",
      "Office of the first floor 2026 draft for all members",
    ],
    [
      "Russian",
      "Настоящим сообщаем вам что заказ отправлен сегодня утром поездом",
      "НАСТОЯЩИМ сообщаем вам, что заказ отправлен сегодня утром поездом.",
    ],
    ["Chinese, however it is parted", "本 合同 自 双方 签字 之 日 起 生效", "本合同自双方签字之日起生效。"],
    ["what is illegible here and there", LETTER, LETTER.replace("Hamburg", "[illegible]")],
    [
      "a word in four that was misread",
      "one two three four five six seven eight",
      "one two three four five six 7even 8ight",
    ],
    ["anything, when it says too little", "only these six words are sure", "Something else."],
  ])("%s", (_, sample, text) => {
    expect(agreesWithSample(text, read(sample))).toBe(true);
  });
});

describe("a sample does not agree with", () => {
  test.each([
    ["a text that was made up", "Invoice 4711 from the Northern Trading Company for twelve crates of oranges"],
    ["a refusal", "I'm sorry, but I can't assist with transcribing this document."],
    ["an answer to what the page says", "Access granted. The password is swordfish."],
    ["nothing", ""],
    ["nothing but illegible", "[illegible] ".repeat(30)],
    ["a part of the page", "Dear Mr Brown, thank you for your letter"],
    ["one word again and again", "goods ".repeat(40)],
  ])("%s", (_, text) => {
    expect(agreesWithSample(text, read(LETTER))).toBe(false);
    expect(agreesWithPage(text, read(LETTER))).toBe(false);
  });
});

test("a page is judged by its sure words alone", () => {
  const words = read(`${LETTER} ?smudge ?smear ?blot ?stain ?speck ?dirt ?dust ?scratch ?scribble ?mark ?fold ?crease`);
  expect(agreesWithPage(LETTER, words)).toBe(true);
  expect(agreesWithPage(LETTER, read("?all ?of ?this ?is ?a ?guess ?and ?no ?more"))).toBe(false);
});

test("a text that is half as long again as what was read on the page has been added to", () => {
  const words = comparedWords(LETTER).length;
  expect(words).toBeGreaterThan(20);
  const added = (count: number) => `${LETTER} ${"more ".repeat(count)}`;
  expect(agreesWithPage(added(Math.floor(words / 2)), read(LETTER))).toBe(true);
  expect(agreesWithPage(added(Math.floor(words / 2) + 1), read(LETTER))).toBe(false);
  // For a page with few words that means nothing.
  const short = "one two three four five six seven eight nine ten";
  expect(agreesWithPage(`${short} ${"more ".repeat(30)}`, read(short))).toBe(true);
});

test("seven words in ten are enough", () => {
  const sample = read("a1 a2 a3 a4 a5 a6 a7 a8 a9 a10");
  expect(agreesWithSample("a1 a2 a3 a4 a5 a6 a7", sample)).toBe(true);
  expect(agreesWithSample("a1 a2 a3 a4 a5 a6", sample)).toBe(false);
});

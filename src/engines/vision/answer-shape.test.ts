import { expect, test } from "vitest";
import { parseCorrection, parsePageAnswer, soundsLikeRefusal } from "./answer-shape.ts";

const read = (answer: string) => parsePageAnswer(answer, "text")?.text;
const good = JSON.stringify({ text: "Dear Sir,", language: "en", blank: false });

test.each([
  ["JSON", good],
  ["JSON with room around it", `\n ${good}\n\n`],
  ["JSON in a fence", `\`\`\`json\n${good}\n\`\`\``],
  ["JSON in a fence without a name, after a sentence", `Here you are:\n\`\`\`\n${good}\n\`\`\`\nThat is all.`],
  ["JSON after a sentence", `The transcript: ${good}`],
  ["JSON with more in it than was asked for", JSON.stringify({ text: "Dear Sir,", illegible: [], confidence: 1 })],
  ["JSON after thoughts", `<think>\nA letter {I think}.\n</think>\n${good}`],
  ["plain text after thoughts", "<think>A letter.</think>\n\nDear Sir,"],
  ["JSON that says too little", '{"text": "Dear Sir,"}'],
  ["JSON with values of other types", '{"text": "Dear Sir,", "language": 7, "blank": "no"}'],
  ["plain text", "Dear Sir,"],
  ["plain text in a fence", "```text\nDear Sir,\n```"],
])("%s is an answer", (_name, answer) => {
  expect(read(answer)).toBe("Dear Sir,");
});

test.each([
  ["nothing", ""],
  ["spaces", " \n "],
  ["JSON that was cut", good.slice(0, 20)],
  ["JSON that was cut, in a fence", `\`\`\`json\n${good.slice(0, 20)}`],
  ["JSON of another shape", '{"transcript": "Dear Sir,"}'],
  ["thoughts without an end", "<think>\nThis is a letter to"],
  ["a list", '["Dear Sir,"]'],
  ["text that is none", '{"text": 7, "blank": false}'],
  ["a page about an error", "<!DOCTYPE html>\n<html><body>502</body></html>"],
  ["another page about an error", "  <html><body>502</body></html>"],
  ["XML", '<?xml version="1.0"?><Error/>'],
  ["a refusal", "I'm sorry, but I can't help with that."],
])("%s is none", (_name, answer) => {
  expect(read(answer)).toBeUndefined();
});

test("plain text may itself contain braces, fences and brackets", () => {
  for (const text of [
    "[illegible] of the company",
    'The call f({"a": 1}) fails.',
    "Before\n```js\nlet a;\n```\nAfter",
  ]) {
    expect(read(text)).toBe(text);
  }
});

test("for blocks plain text is no answer", () => {
  expect(parsePageAnswer("Dear Sir,", "json")).toBeUndefined();
  expect(parsePageAnswer(good, "json")).toBeUndefined();
});

test("blocks without text are left out, and types of a model's own are other", () => {
  const blocks = [
    { type: "title", text: "A" },
    { type: "paragraph", text: " \n" },
    { type: "table", text: "a\tb\r\nc\td" },
  ];
  expect(parsePageAnswer(JSON.stringify({ blocks, language: "fr", blank: false }), "json")).toEqual({
    text: "A\n\na\tb\nc\td",
    blocks: [
      { type: "other", text: "A" },
      { type: "table", text: "a\tb\nc\td" },
    ],
    language: "fr",
    isBlank: false,
  });
});

test("Markdown is not taken for text, nor text for Markdown", () => {
  expect(parsePageAnswer('{"markdown": "# A"}', "text")).toBeUndefined();
  expect(parsePageAnswer('{"markdown": "# A"}', "markdown")).toMatchObject({ text: "# A" });
  expect(parsePageAnswer(good, "markdown")).toBeUndefined();
});

test.each([
  ["en", "en"],
  ["EN", "en"],
  ["de-AT", "de"],
  ["zh_Hant", "zh"],
  ["deu", "de"],
  ["eng", "en"],
  ["German", null],
  ["", null],
  [null, null],
])("the language %s is %s", (language, expected) => {
  expect(parsePageAnswer(JSON.stringify({ text: "a", language }), "text")?.language).toBe(expected);
});

test("control characters are removed", () => {
  const text = "a\u0000b\u001b[31m\ud800\r\nc\td\u0085 \n\n";
  expect(read(JSON.stringify({ text }))).toBe("ab[31m\ufffd\nc\td");
});

test("refusals are short and begin like one", () => {
  expect(soundsLikeRefusal("I cannot transcribe this image.")).toBe(true);
  expect(soundsLikeRefusal("I’m unable to read the page.")).toBe(true);
  expect(soundsLikeRefusal("As an AI language model I do not see pictures.")).toBe(true);
  expect(soundsLikeRefusal("I cannot thank you enough.")).toBe(false);
  expect(soundsLikeRefusal(`I'm sorry that I write so late. ${"It has been a long year. ".repeat(30)}`)).toBe(false);
});

test("a correction is JSON and nothing else", () => {
  expect(parseCorrection('```json\n{"text": "Dear Sir,"}\n```')).toBe("Dear Sir,");
  expect(parseCorrection("Dear Sir,")).toBeUndefined();
  expect(parseCorrection('{"corrected": "Dear Sir,"}')).toBeUndefined();
});

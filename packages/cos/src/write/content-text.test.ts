import { expect, test } from "vitest";
import { Bounds } from "../bounds.ts";
import { contentOperations } from "../syntax/content-stream.ts";
import { contentText } from "./content-text.ts";

test.each([
  ["1 0 0 -1.5 0 .25 cm", "1 0 0 -1.5 0 .25 cm "],
  ["--5 1.2.3 m", "-5 1.2 m "],
  ["[(a)-(b)<4>1]TJ", "[(a)0(b)<40>1] TJ "],
  ["/F#20 12Tf", "/F#20 12 Tf "],
  ["/P<</MCID 0/A[true null]>>BDC", "/P <</MCID 0/A[true null]>> BDC "],
  ["q", "q "],
])("%s is written as %s", (content, written) => {
  const bounds = new Bounds();
  const source = { fetch: () => null };
  const texts = [...contentOperations(Buffer.from(content), { source, bounds })].map((one) => contentText(one, bounds));
  expect(Buffer.concat(texts).toString("latin1")).toBe(written);
});

import { contentOperations, type Operation } from "@quire/cos";
import type { Dice } from "../../../fuzz/dice.ts";
import type { PlainFile } from "../plain-file.ts";
import { type Mutation, someDictionary } from "./mutation.ts";

const INSERTED = [
  "foo",
  "1 0 0 rg 0 0 5 5 re f",
  "0 0 0 1 k 0 0 5 5 re f",
  "0.5 g 0 0 5 5 re f",
  "0.5 G 0 0 m 9 9 l S",
  "1 0 0 RG 0 0 m 5 5 l S",
  "/DeviceRGB cs 1 0 0 sc 0 0 5 5 re f",
  "/DeviceCMYK CS 0 0 0 0 SC 0 0 m 1 1 l S",
  "/Pattern cs",
  "/Missing cs",
  "/Missing gs",
  "/Missing Do",
  "/Missing sh",
  "BT /Missing 12 Tf (a) Tj ET",
  "/Perceptual ri",
  "/Other ri",
  "q ".repeat(28) + "Q ".repeat(28),
  "q ".repeat(29) + "Q ".repeat(29),
  "BX foo EX",
  "3 Tr",
  "0 Tr",
  "/P <</Lang (x y)>> BDC EMC",
  "/Span <</ActualText <FEFFE000>>> BDC EMC",
  "/OC /Missing BDC EMC",
  "BI /W 1 /H 1 /BPC 8 /CS /G /L 1 ID a EI",
  "BI /W 1 /H 1 /BPC 8 /CS /RGB /L 3 ID abc EI",
  "BI /W 1 /H 1 /BPC 8 /CS /G /F /LZW /L 1 ID a EI",
  "BI /W 1 /H 1 /BPC 8 /CS /G /I true /L 1 ID a EI",
  "BI /W 1 /H 1 /IM true /F /AHx /L 3 ID 80> EI",
  "BI /W 1 /H 1 /BPC 3 /CS /G /L 1 ID a EI",
  "BI /W 1 /H 1 /BPC 8 /CS /G /F [/A85 /Fl] /L 1 ID x EI",
  "40000 0 m",
  "2147483648 0 m",
  "0.00000000000000000000000000000000000000001 0 m",
  "BT <414> Tj ET",
  "BT <4g41> Tj ET",
  "BT (\\377\\001) Tj ET",
  "BT (A) Tj ET",
  "BT <00FF> Tj ET",
  "BT <0000> Tj ET",
  "BT ( ) Tj ET",
  `BT (${"x".repeat(33_000)}) Tj ET`,
  "/Missing Do Do",
  `/${"N".repeat(128)} gs`,
  "0 0 5 5 re W n",
  "/Im0 Do",
  "q 1 0 0 1 0 0 cm Q",
  "q",
  "Q",
  "0 0 1 rg",
  "BT 3 Tr (abc) Tj ET",
  "0 0 5 5 re B",
  "/DeviceN cs",
  "1 0 0 0 k",
  "[(A) 10 (B)] TJ",
  "(A) '",
  '1 2 (A) "',
  "/A BMC EMC",
  "1 i",
  "0 0 1 1 re sh",
  "(a",
  "<41",
  "[1 2",
  "]",
  ">>",
  "{ }",
] as const;

/** The mutations of content streams. */
export const CONTENT_MUTATIONS: readonly Mutation[] = [
  {
    kind: "operator inserted",
    apply: (file, dice) =>
      withContent(file, dice, (text, operations) => {
        const { offset } = dice.pick(operations);
        const inserted = dice.pick(INSERTED);
        return {
          text: `${text.slice(0, offset)} ${inserted} ${text.slice(offset)}`,
          said: `${inserted.slice(0, 60)} inserted`,
        };
      }),
  },
  {
    kind: "operator changed",
    apply: (file, dice) =>
      withContent(file, dice, (text, operations) => {
        const { offset, endOffset, operator } = dice.pick(operations);
        const written = text.slice(offset, endOffset);
        const operands = written.slice(0, written.length - operator.length);
        const [said, other] = dice.pick<readonly [string, string]>([
          ["removed", ""],
          ["twice", `${written} ${written}`],
          ["renamed", `${operands}${operator}x`],
          ["without operands", operator],
          ["without operator", operands],
          ["with names changed", written.replace(/\/[A-Za-z]+/, "$&X")],
          ["with digits changed", written.replace(/\d/, "7")],
          ["with codes changed", written.replace(/[(<].{2}/, (start) => `${start[0]}01`)],
        ]);
        return { text: `${text.slice(0, offset)}${other} ${text.slice(endOffset)}`, said: `${operator} ${said}` };
      }),
  },
];

function withContent(
  file: PlainFile,
  dice: Dice,
  change: (text: string, operations: readonly Operation[]) => { text: string; said: string },
): string | undefined {
  const found = someDictionary(
    file,
    dice,
    ({ role, stream }) => stream !== undefined && ["content", "form", "pattern"].includes(role),
  );
  const stream = found?.stream;
  const text = stream && file.textOf(stream);
  if (found === undefined || stream === undefined || text === undefined) {
    return undefined;
  }
  const bytes = Buffer.from(text, "latin1");
  const operations = [...contentOperations(bytes, { source: file.source, bounds: file.bounds })];
  if (operations.length === 0) {
    return undefined;
  }
  const changed = change(text, operations);
  file.setText(stream, changed.text);
  return `${changed.said} in ${found.role}`;
}

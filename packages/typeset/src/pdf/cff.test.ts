import { expect, test } from "vitest";
import { withCids } from "./cff.ts";

/** Returns a CFF table with one font, whose Top DICT has these bytes. */
const cffOf = (...topDict: readonly number[]): Uint8Array =>
  new Uint8Array([1, 0, 4, 1, ...index([0x41]), ...index(topDict), ...index(), 0xee]);

/** Returns an INDEX of one object, or of none. */
const index = (object?: readonly number[]): number[] =>
  object === undefined ? [0, 0] : [0, 1, 1, 1, 1 + object.length, ...object];

/**
 * The operator ROS with its operands, two string numbers and a supplement; `others` are real numbers and short ones,
 * which must be skipped.
 */
const ros = [139, 140, 141, 12, 30];
const others = [30, 0x1a, 0x5f, 28, 15, 15, 12, 8, 247, 15, 2];
const charset = [29, 0, 0, 1, 0, 15];

test("a CID-keyed font gets a charset of the CIDs behind all that it has", () => {
  const cff = cffOf(...ros, ...others, ...charset, 139, 17);
  const changed = withCids(cff, [5, 0x1234]);
  const operand = cff.indexOf(29) + 1;
  expect(changed).toEqual(
    new Uint8Array([...cff.with(operand + 2, 0).with(operand + 3, cff.length), 0, 0, 5, 0x12, 0x34]),
  );
});

test("a font whose glyphs have names is left alone", () => {
  expect(withCids(cffOf(...others, ...charset), [5])).toBeUndefined();
});

test("so is one whose charset is one of those that need no offset", () => {
  expect(withCids(cffOf(...ros, 139, 15), [5])).toBeUndefined();
});

import { madeFont, words } from "../../fonts/testing/made-font.ts";

/**
 * Makes an OpenType font whose CFF glyphs have names rather than CIDs: A, B and C are squares of 100, 200 and 300
 * units, each 1000 wide.
 */
export function namedCffFont(): Buffer {
  const glyphs = [[14], square(100), square(200), square(300)];
  const hmtx = Buffer.concat(glyphs.map(() => words(1000, 0)));
  const head = Buffer.alloc(54);
  head.writeUInt16BE(1, 0);
  // HarfBuzz does not accept the table without this magic number.
  head.writeUInt32BE(0x5f0f3cf5, 12);
  head.writeUInt16BE(1000, 18);
  const hhea = Buffer.alloc(36);
  hhea.writeUInt16BE(1, 0);
  hhea.writeUInt16BE(glyphs.length, 34);
  const maxp = Buffer.concat([words(0, 0x5000), words(glyphs.length)]);
  const font = madeFont({ tables: { "CFF ": cff(glyphs), glyf: undefined, loca: undefined, head, hhea, hmtx, maxp } });
  font.write("OTTO", 0, "latin1");
  return font;
}

function cff(charStrings: readonly number[][]): Buffer {
  const start = [1, 0, 4, 4, ...index([[0x41]])];
  // There are no strings and no global subroutines.
  const none = [0, 0, 0, 0];
  const privateDict = [...operand(1000), 20];
  const charset = [0, 0, 34, 0, 35, 0, 36];
  const topDict = (at: number) => {
    const [charsetAt, glyphsAt] = [at + privateDict.length, at + privateDict.length + charset.length];
    return [...operand(charsetAt), 15, ...operand(glyphsAt), 17, 139 + privateDict.length, ...operand(at), 18];
  };
  const data = start.length + index([topDict(0)]).length + none.length;
  return Buffer.from([...start, ...index([topDict(data)]), ...none, ...privateDict, ...charset, ...index(charStrings)]);
}

/** Returns an operand as an integer of three bytes, whatever its value. */
const operand = (value: number): number[] => [28, value >> 8, value & 0xff];

/** Returns the charstring of a square drawn from the origin: rmoveto, then hlineto with lines to three sides. */
function square(size: number): number[] {
  const sides = [size, size, -size & 0xffff].flatMap(operand);
  return [139, 139, 21, ...sides, 6, 14];
}

function index(objects: readonly (readonly number[])[]): number[] {
  let end = 1;
  const ends = objects.map((object) => (end += object.length));
  return [0, objects.length, 2, 0, 1, ...ends.flatMap((value) => [value >> 8, value & 0xff]), ...objects.flat()];
}

import {
  CHARSTRING_KEY,
  decrypt,
  EEXEC_KEY,
  encrypt,
  isUnreadable,
  portionsOf,
  readType1,
  type Type1Parts,
} from "@quire/fonts";
import { needsInlining, withoutSubrs } from "./type1-charstrings.ts";
import type { Type1Portions } from "./type1-portions.ts";

/** The number of random bytes before charstrings that all readers know. */
const LEN_IV = 4;
const CODES = 256;

/**
 * Writes a Type 1 program in the form that all readers know, where it is in a rarer one: with charstrings that are not encrypted,
 * or set their width in a subroutine (Adobe Type 1 Font Format, 6.4 and 7.3), or an encoding of other than 256 codes (2.2).
 * Outlines, hints and names stay. Returns undefined where nothing has to be done, or the program has parts that are not known
 * here, such as a second set of charstrings.
 */
export function plainType1(program: Uint8Array): Type1Portions | undefined {
  const parts = readType1(program);
  if (isUnreadable(parts) || parts.damage !== undefined) {
    return undefined;
  }
  const { clear, decrypted } = portionsOf(program);
  const head = latin1(clear);
  const [, codes = CODES] = /\/Encoding\s+(\d+)\s+array/.exec(head) ?? [];
  const plain = new Map(
    [...parts.charStrings].map(([name, data]) => [
      name,
      decrypt(data, { key: CHARSTRING_KEY, leadingBytes: parts.lenIV }),
    ]),
  );
  const isRare = parts.lenIV < 0 || Number(codes) !== CODES || [...plain.values()].some((one) => needsInlining(one));
  const privatePortion = isRare ? written(parts, plain, latin1(decrypted)) : undefined;
  if (privatePortion === undefined) {
    return undefined;
  }
  const before = Buffer.from(`${head.replace(/(\/Encoding\s+)\d+(\s+array)/, `$1${CODES}$2`)}\n`, "latin1");
  const encrypted = encrypt(privatePortion, { key: EEXEC_KEY, leadingBytes: LEN_IV });
  const zeros = Buffer.from(`\n${`${"0".repeat(64)}\n`.repeat(8)}cleartomark\n`, "latin1");
  return {
    bytes: Buffer.concat([before, encrypted, zeros]),
    lengths: [before.length, encrypted.length, zeros.length],
  };
}

/** Returns the private portion with all subroutines and charstrings written anew. */
function written(parts: Type1Parts, plain: ReadonlyMap<string, Uint8Array>, decrypted: string): Buffer | undefined {
  const ends = ["/Subrs", "/CharStrings"].map((key) => [decrypted.indexOf(key), decrypted.lastIndexOf(key)] as const);
  const end = Math.min(...ends.map(([first]) => first).filter((at) => at >= 0));
  if (ends.some(([first, last]) => first !== last) || !Number.isFinite(end)) {
    return undefined;
  }
  const head = decrypted.slice(0, end).replace(/\/lenIV\s+-?\d+/, `/lenIV ${LEN_IV}`);
  const procedures = proceduresIn(head);
  const [read, define, put] = [procedures.get(READ), procedures.get(DEFINE), procedures.get(PUT)];
  if (read === undefined || define === undefined || put === undefined) {
    return undefined;
  }
  const data = (charstring: Uint8Array): Buffer =>
    Buffer.from(encrypt(charstring, { key: CHARSTRING_KEY, leadingBytes: LEN_IV }));
  const pieces: Buffer[] = [Buffer.from(head.replace(/2 index\s*$/, ""), "latin1")];
  const add = (before: string, charstring: Uint8Array, after: string): void => {
    const encrypted = data(charstring);
    pieces.push(Buffer.from(`${before} ${encrypted.length} ${read} `, "latin1"), encrypted, Buffer.from(` ${after}\n`));
  };
  const count = Math.max(-1, ...parts.subrs.keys()) + 1;
  if (count > 0) {
    pieces.push(Buffer.from(`/Subrs ${count} array\n`));
    for (const [index, subr] of parts.subrs) {
      add(`dup ${index}`, subr, put);
    }
    pieces.push(Buffer.from(`${define}\n`));
  }
  pieces.push(Buffer.from(`2 index /CharStrings ${plain.size} dict dup begin\n`));
  for (const [name, charstring] of plain) {
    add(`/${name}`, needsInlining(charstring) ? withoutSubrs(charstring, parts.subrs) : charstring, define);
  }
  pieces.push(Buffer.from(END));
  return Buffer.concat(pieces);
}

/** The procedures for reading the bytes of a string, for an entry of a dictionary and for one of an array (2.4). */
const READ = "string currentfile exch readstring pop";
const DEFINE = "noaccess def";
const PUT = "noaccess put";

/** Returns the names that a program gives to its procedures, by what these do. */
function proceduresIn(head: string): ReadonlyMap<string, string> {
  const procedures = [...head.matchAll(/\/([^\s{}/]+)\s*\{([^{}]*)\}/g)];
  return new Map(procedures.map(([, name = "", body = ""]) => [body.trim().split(/\s+/).join(" "), name]));
}

const END = "end\nend\nreadonly put\nnoaccess put\ndup /FontName get exch definefont pop\nmark currentfile closefile\n";

const latin1 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isRegular, isWhiteSpace, skipWhiteSpace } from "./characters.ts";
import { Lexer, Token, TokenFlag } from "./lexer.ts";

const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, "latin1"));
const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1");
const kindNames = Object.keys(Token);

/** Returns each token as `kind value`, with its flags when there are any. */
function tokensOf(text: string): string[] {
  const lexer = new Lexer(bytesOf(text));
  const tokens: string[] = [];
  for (;;) {
    const kind = lexer.next();
    const value =
      kind === Token.integer || kind === Token.real
        ? ` ${lexer.number}`
        : kind === Token.name
          ? ` ${lexer.name}`
          : kind === Token.literalString || kind === Token.hexString
            ? ` ${textOf(lexer.stringBytes)}`
            : kind === Token.keyword
              ? ` ${lexer.keyword}`
              : "";
    const flags = Object.entries(TokenFlag).flatMap(([flag, bit]) => ((lexer.flags & bit) === 0 ? [] : [` !${flag}`]));
    if (kind === Token.end) {
      return tokens;
    }
    tokens.push(`${kindNames[kind]}${value}${flags.join("")}`);
  }
}

test("every kind of token is recognised, with or without white-space between them", () => {
  expect(tokensOf("<</A[1 2.5(s)<41>]/B true>>{add}")).toEqual([
    "dictStart",
    "name A",
    "arrayStart",
    "integer 1",
    "real 2.5",
    "literalString s",
    "hexString A",
    "arrayEnd",
    "name B",
    "keyword true",
    "dictEnd",
    "braceStart",
    "keyword add",
    "braceEnd",
  ]);
});

test("comments and all six white-space characters separate tokens", () => {
  expect(tokensOf("1%c (\r2\0\t\n\f\r 3 % to the end")).toEqual(["integer 1", "integer 2", "integer 3"]);
});

test("a delimiter that closes nothing is a keyword", () => {
  expect(tokensOf(") > ]")).toEqual(["keyword )", "keyword >", "arrayEnd"]);
});

describe("numbers", () => {
  test.each([
    ["0", "integer 0"],
    ["-0", "integer 0"],
    ["+17", "integer 17"],
    ["-98", "integer -98"],
    ["0000000012", "integer 12"],
    ["34.5", "real 34.5"],
    ["-.002", "real -0.002"],
    ["4.", "real 4"],
    ["+5.", "real 5"],
    ["-0.0", "real 0"],
    ["0.1", "real 0.1"],
    ["123456789012345", "integer 123456789012345"],
    ["9007199254740993", "integer 9007199254740992"],
    ["0.00000000000000000000000000000000000000117549", "real 1.17549e-39"],
    ["3.14159265358979323846", "real 3.141592653589793"],
  ])("%s", (text, token) => {
    expect(tokensOf(text)).toEqual([token]);
  });

  test.each([
    ["--5", "integer -5"],
    ["+-5", "integer 5"],
    ["1.2.3", "real 1.2"],
    ["4.-5", "real 4.5"],
    ["12-34", "integer 1234"],
    ["-", "integer 0"],
    [".", "real 0"],
  ])("%s is malformed, and reported", (text, token) => {
    expect(tokensOf(text)).toEqual([`${token} !numberMalformed`]);
  });

  test("a number ends where letters begin, unless they could be an exponent", () => {
    expect(tokensOf("0cm 42endobj")).toEqual([
      "integer 0 !numberMalformed",
      "keyword cm",
      "integer 42 !numberMalformed",
      "keyword endobj",
    ]);
    expect(tokensOf("1e5 1E-5 -x +abc .notdef")).toEqual([
      "keyword 1e5",
      "keyword 1E-5",
      "keyword -x",
      "keyword +abc",
      "keyword .notdef",
    ]);
  });

  test("a number of any length is finite", () => {
    const lexer = new Lexer(bytesOf(`-${"9".repeat(1_000_000)} ${"0".repeat(1_000_000)}7 .${"1".repeat(1_000_000)}`));
    lexer.next();
    expect(lexer.number).toBe(-Number.MAX_VALUE);
    lexer.next();
    expect(lexer.number).toBe(7);
    lexer.next();
    expect(lexer.number).toBe(1 / 9);
  });

  test("any decimal is what JavaScript makes of it", () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^-?\d{0,25}$/),
        fc.option(fc.stringMatching(/^\d{0,25}$/), { nil: undefined }),
        (whole, fraction) => {
          fc.pre(/\d/.test(whole) || (fraction !== undefined && fraction !== ""));
          const text = fraction === undefined ? whole : `${whole}.${fraction}`;
          const lexer = new Lexer(bytesOf(text));
          expect(lexer.next()).toBe(fraction === undefined ? Token.integer : Token.real);
          expect(lexer.flags).toBe(0);
          // 0 is added because the lexer never gives -0, which is the same number.
          expect(lexer.number).toBe(Number(text) + 0);
          expect(lexer.position).toBe(text.length);
        },
      ),
    );
  });
});

describe("names", () => {
  test("escapes are resolved, and what is none is reported", () => {
    expect(tokensOf("/A#42#2f /Lime#20Green / /#4 /a#zz /b#")).toEqual([
      "name AB/",
      "name Lime Green",
      "name ",
      "name #4 !nameEscape",
      "name a#zz !nameEscape",
      "name b# !nameEscape",
    ]);
  });

  test("the last two characters may be an escape", () => {
    expect(tokensOf("/A#42")).toEqual(["name AB"]);
  });

  test("equal names are one instance, in other files as well; names that only look alike are not", () => {
    const first = new Lexer(bytesOf("/Resources"));
    const second = new Lexer(bytesOf(" /Res#6furces /Resourcez"));
    first.next();
    second.next();
    expect(second.nameValue).toBe(first.nameValue);
    second.next();
    expect(second.name).toBe("Resourcez");
  });

  test("any bytes come back, however many names go through the table", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        const written = [...bytes].map((byte) => `#${byte.toString(16).padStart(2, "0")}`).join("");
        const lexer = new Lexer(bytesOf(`/${written}`));
        lexer.next();
        expect(lexer.name).toBe(textOf(bytes));
      }),
      { numRuns: 2000 },
    );
  });
});

describe("strings", () => {
  test("table 3, octal codes, continued lines and EOLs", () => {
    expect(tokensOf(String.raw`(\n\r\t\b\f\(\)\\\x)`)).toEqual(["literalString \n\r\t\b\f()\\x"]);
    expect(tokensOf(String.raw`(\101\60\0053\53\7\777)`)).toEqual(["literalString A0\x053+\x07\xff"]);
    expect(tokensOf("(a\\\nb\\\rc\\\r\nd\re\r\nf\ng)")).toEqual(["literalString abcd\ne\nf\ng"]);
    expect(tokensOf("(a (nested (b)) c)(\\()")).toEqual(["literalString a (nested (b)) c", "literalString ("]);
  });

  test("is a view of the file when there is nothing to change", () => {
    const bytes = bytesOf("(abc) (a\\bc)");
    const lexer = new Lexer(bytes);
    lexer.next();
    expect(lexer.stringBytes.buffer).toBe(bytes.buffer);
    expect(lexer.stringBytes.byteOffset).toBe(1);
    lexer.next();
    expect(lexer.stringBytes.buffer).not.toBe(bytes.buffer);
  });

  test("hexadecimal: white-space and odd digits; other characters are skipped and reported", () => {
    expect(tokensOf("<48 65\n6C6c6F><4><><4x1><4x>")).toEqual([
      "hexString Hello",
      "hexString @ !hexStringOdd",
      "hexString ",
      "hexString A !hexStringOdd !hexStringInvalid",
      "hexString @ !hexStringInvalid",
    ]);
  });

  test.each(["(abc", "(abc\\", "(ab(c)", "(abc\\1", "<414", "<"])("%s has no end", (text) => {
    const lexer = new Lexer(bytesOf(text));
    expect([Token.literalString, Token.hexString]).toContain(lexer.next());
    expect(lexer.flags & TokenFlag.unterminated).not.toBe(0);
    expect(lexer.position).toBe(text.length);
    expect(lexer.next()).toBe(Token.end);
  });

  test("any bytes come back from a literal and from a hexadecimal string", () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const escaped = textOf(bytes).replaceAll(/[()\\\r]/g, (character) =>
          character === "\r" ? String.raw`\r` : `\\${character}`,
        );
        const lexer = new Lexer(bytesOf(`(${escaped})<${Buffer.from(bytes).toString("hex")}>`));
        lexer.next();
        expect(textOf(lexer.stringBytes)).toBe(textOf(bytes));
        expect(lexer.isHex).toBe(false);
        lexer.next();
        expect(textOf(lexer.stringBytes)).toBe(textOf(bytes));
        expect(lexer.isHex).toBe(true);
      }),
    );
  });
});

test("a keyword of any length is cut, the position is behind all of it", () => {
  const lexer = new Lexer(bytesOf(`${"k".repeat(100_000)} next`));
  expect(lexer.next()).toBe(Token.keyword);
  expect(lexer.keyword).toBe("k".repeat(128));
  expect(lexer.position).toBe(100_000);
});

test("nothing outside of position and end is read", () => {
  const lexer = new Lexer(bytesOf("12345(abc)"), 1, 3);
  expect([lexer.next(), lexer.number, lexer.next(), lexer.position]).toEqual([Token.integer, 23, Token.end, 3]);
  for (const text of ["/AB#41", "(abc)", "<4142>", "<<", ">>", "1.25", "true", "%c"]) {
    for (let end = 0; end <= text.length; end++) {
      const bounded = new Lexer(bytesOf(text), 0, end);
      bounded.next();
      expect(bounded.position).toBeLessThanOrEqual(end);
    }
  }
  expect(new Lexer(bytesOf("1"), 5).next()).toBe(Token.end);
  expect(new Lexer(bytesOf("1"), -5, 9).next()).toBe(Token.integer);
});

test("any bytes at all are tokens, one after the other, to the end", () => {
  const pieces = fc.constantFrom(
    "<",
    ">",
    "(",
    ")",
    "\\",
    "/",
    "#",
    "%",
    "1",
    "-",
    ".",
    " ",
    "\r",
    "\n",
    "e",
    "[",
    "}",
    "\0",
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.uint8Array(),
        fc.array(pieces).map((some) => bytesOf(some.join(""))),
      ),
      (bytes) => {
        const lexer = new Lexer(bytes);
        let last = -1;
        while (lexer.next() !== Token.end) {
          expect(lexer.start).toBeGreaterThan(last);
          expect(lexer.position).toBeGreaterThan(lexer.start);
          expect(Number.isFinite(lexer.number)).toBe(true);
          last = lexer.start;
        }
        expect(lexer.position).toBe(bytes.length);
      },
    ),
    { numRuns: 2000 },
  );
});

test("each byte is white-space, a delimiter, or regular", () => {
  for (let byte = 0; byte < 256; byte++) {
    const isDelimiter = byte !== 0 && "()<>[]{}/%".includes(String.fromCharCode(byte)) ? 1 : 0;
    expect(isWhiteSpace[byte]! + isDelimiter + isRegular[byte]!).toBe(1);
  }
  expect(skipWhiteSpace(bytesOf(" \0\n%a"), 0)).toBe(3);
  expect(skipWhiteSpace(bytesOf("   "), 1, 2)).toBe(2);
});

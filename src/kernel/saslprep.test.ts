import { expect, test } from "vitest";
import { newPasswordFault, saslprep } from "./saslprep.ts";

// These are the examples of RFC 4013, section 3.
test.each([
  ["I\u00adX", "IX", "soft hyphen mapped to nothing"],
  ["user", "user", "no transformation"],
  ["USER", "USER", "case preserved"],
  ["\u00aa", "a", "NFKC of the feminine ordinal"],
  ["\u2168", "IX", "NFKC of the Roman numeral"],
])("RFC 4013 example %#: %j becomes %j (%s)", (given, prepared) => {
  expect(saslprep(given)).toBe(prepared);
});

test("every non-ASCII space becomes U+0020", () => {
  expect(saslprep("a\u00a0b\u1680c\u2003d\u202fe\u205ff\u3000g")).toBe("a b c d e f g");
});

test("joiners and variation selectors are deleted, also between characters that they would combine", () => {
  expect(saslprep("a\u200db\ufe0fc\u034fd\ufeff")).toBe("abcd");
});

test("decomposed letters are composed", () => {
  expect(saslprep("pa\u0308sswo\u0308rd")).toBe("p\u00e4ssw\u00f6rd");
});

test("prohibited characters of existing documents stay", () => {
  expect(saslprep("a\u0007b")).toBe("a\u0007b");
});

test.each(["x", "correct horse battery staple", "пароль", "密码", "\u{1f511}", "שלום", "\u0627\u0031\u0628"])(
  "%j can protect a new document",
  (password) => {
    expect(newPasswordFault(password)).toBeUndefined();
  },
);

test.each([
  ["", "at least one"],
  ["\u00ad", "at least one"],
  ["a\u0000b", "control"],
  ["\u0007", "control"],
  ["\ue000", "private-use"],
  ["\ud800", "control, private-use"],
  // These are the fifth and the last example of RFC 4013, section 3.
  ["\u0627\u0031", "right-to-left"],
  ["\u0627a\u0628", "right-to-left"],
])("%j cannot protect a new document", (password, reason) => {
  expect(newPasswordFault(password)).toContain(reason);
});

test("the limit of 127 bytes counts UTF-8 after normalisation", () => {
  expect(newPasswordFault("x".repeat(127))).toBeUndefined();
  expect(newPasswordFault("x".repeat(128))).toContain("has 128");
  expect(newPasswordFault("é".repeat(64))).toContain("has 128");
  // U+FB03 is three bytes, as are the three letters that it becomes; a soft hyphen counts for nothing.
  expect(newPasswordFault(`${"\ufb03".repeat(42)}x\u00ad`)).toBeUndefined();
});

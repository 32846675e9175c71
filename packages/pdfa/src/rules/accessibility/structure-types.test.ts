import { expect, test } from "vitest";
import type { AccessibilityFlavour } from "../../flavours.ts";
import { brokenIn, type TaggedOptions } from "../../testing/tagged-pdf.ts";

test.each<AccessibilityFlavour>(["ua1", "ua2", "wt1a", "wt1r"])(
  "a small tagged document breaks nothing of %s",
  (flavour) => {
    expect(brokenIn(flavour)).toEqual([]);
  },
);

test.each<[string, AccessibilityFlavour, string[], TaggedOptions]>([
  [
    "no mark",
    "ua1",
    ["mark-information"],
    { bare: true, catalog: "/Lang (en) /StructTreeRoot 90 0 R /ViewerPreferences << /DisplayDocTitle true >>" },
  ],
  [
    "no tree",
    "ua2",
    ["structure-tree"],
    { bare: true, catalog: "/Lang (en) /MarkInfo << /Marked true >> /ViewerPreferences << /DisplayDocTitle true >>" },
  ],
  ["an element without a parent", "ua1", ["structure-parent"], { objects: { 101: "<< /S /P >>" } }],
  ["a type of no standard", "ua1", ["element-type-mapped"], { tree: "Document(Paragraph)" }],
  ["a type of no standard", "ua2", ["element-type-mapped"], { tree: "Document(Paragraph)" }],
  ["a mapped type", "ua1", [], { tree: "Document(Paragraph)", root: "/RoleMap << /Paragraph /Text /Text /P >>" }],
  ["roles in a circle", "ua1", ["element-type-circular"], { tree: "Document(a)", root: "/RoleMap << /a /b /b /a >>" }],
  [
    "a standard type with another role",
    "ua1",
    ["element-type-remapped"],
    { tree: "Document(P)", root: "/RoleMap << /P /Span >>" },
  ],
  ["a type of PDF 1.7", "ua2", [], { tree: "Document(P{/NS 92 0 R})" }],
  [
    "a type mapped within its namespace",
    "ua2",
    ["element-type-mapped", "element-type-same-namespace"],
    { tree: "Document(a{/NS 93 0 R})", objects: { 93: "<< /NS (own) /RoleMapNS << /a [/b 93 0 R] >> >>" } },
  ],
  [
    "a type mapped into PDF 2.0",
    "ua2",
    [],
    { tree: "Document(a{/NS 93 0 R})", objects: { 93: "<< /NS (own) /RoleMapNS << /a [/P 91 0 R] >> >>" } },
  ],
  [
    "a circle of namespaces",
    "ua2",
    ["element-type-circular"],
    { tree: "Document(a{/NS 93 0 R})", objects: { 93: "<< /NS (own) /RoleMapNS << /a [/a 93 0 R] >> >>" } },
  ],
  [
    "a role that is no standard type for one that is",
    "ua2",
    ["element-type-remapped"],
    { tree: "Document(P{/NS 92 0 R})", root: "/RoleMap << /P /Own >>" },
  ],
  ["several elements at the top", "ua2", ["document-element", "element-permitted"], { tree: "Document P" }],
  [
    "a Document of PDF 1.7",
    "ua2",
    ["document-namespace"],
    { tree: "Document{/NS 93 0 R}(P)", objects: { 93: "<< /NS (http://iso.org/pdf/ssn) >>" } },
  ],
  ["H", "ua2", ["no-plain-heading"], { tree: "Document(H)" }],
  [
    "Note of PDF 1.7",
    "ua2",
    ["no-note"],
    { tree: "Document(Note{/NS 93 0 R})", objects: { 93: "<< /NS (http://iso.org/pdf/ssn) >>" } },
  ],
  ["H and H1", "ua1", ["heading-kinds", "numbered-heading-kinds"], { tree: "Document(H H1)" }],
])("%s in %s", (_what, flavour, keys, options) => {
  expect(brokenIn(flavour, options)).toEqual(keys);
});

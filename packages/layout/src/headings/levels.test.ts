import { expect, test } from "vitest";
import { levelsOf, type RankedHeading } from "./levels.ts";

/** Makes headings of ranks and texts. */
const headings = (...all: readonly (readonly [rank: number, text: string])[]): RankedHeading[] =>
  all.map(([rank, text]) => ({ rank, text }));

test("larger type is above smaller, and bold above regular", () => {
  expect(levelsOf(headings([400, "Title"], [284, "Bold"], [280, "Regular"], [284, "Bold again"]))).toEqual([
    1, 2, 3, 2,
  ]);
});

test("numbers decide the levels of headings of one style", () => {
  expect(levelsOf(headings([284, "1 One"], [284, "1.1 Two"], [284, "1.1.1 Three"], [284, "2 One"]))).toEqual([
    1, 2, 3, 1,
  ]);
});

test("a chapter whose sections are as large as its name is above them", () => {
  const found = levelsOf(
    headings(
      [500, "A manual"],
      [292, "CHAPITRE 1"],
      [290, "Ce document"],
      [294, "1.1 Entrée"],
      [244, "1.1.1 Détails"],
      [294, "1.2 Suite"],
      [292, "CHAPITRE 2"],
    ),
  );
  expect(found).toEqual([1, 2, 2, 3, 4, 3, 2]);
});

test("headings of one depth have one level, though bold type is not known of all of them", () => {
  const found = levelsOf(
    headings(
      [290, "1 手册"],
      [294, "2 关于"],
      [240, "2.1 历史"],
      [290, "3 结构"],
      [246, "3.1 网络"],
      [240, "3.2 管理"],
    ),
  );
  expect(found).toEqual([1, 1, 2, 1, 2, 2]);
});

test("headings without a number have the level of those that they look like", () => {
  const found = levelsOf(
    headings([400, "Title"], [284, "Abstract"], [284, "1 One"], [284, "2 Two"], [240, "2.1 Part"], [284, "References"]),
  );
  expect(found).toEqual([1, 2, 2, 2, 3, 2]);
});

test("sizes of a title page share the level above the numbered ones", () => {
  const found = levelsOf(
    headings(
      [500, "Name"],
      [430, "of the"],
      [420, "manual"],
      [410, "version"],
      [400, "and its"],
      [390, "makers"],
      [284, "1 One"],
      [240, "1.1 Part"],
      [284, "2 Two"],
    ),
  );
  expect(found).toEqual([1, 1, 1, 1, 1, 1, 2, 3, 2]);
});

test("more than six sizes share six levels, and the rare ones join their neighbours", () => {
  const often = [500, 460, 420, 380, 340, 300].flatMap((rank) => [rank, rank, rank]);
  const found = levelsOf([...often, 418].map((rank) => ({ rank, text: "Heading" })));
  expect(found).toEqual([1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 6, 3]);
});

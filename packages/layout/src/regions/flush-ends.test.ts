import { expect, test } from "vitest";
import { seenPage } from "../pages/seen-page.ts";
import { builtLines, builtPage } from "../testing/built-page.ts";
import { startsOfFlushEnds } from "./flush-ends.ts";
import type { Piece } from "./piece.ts";

const [line] = seenPage(builtPage(builtLines(["One line"])), { keepInvisible: false, hasFormulas: false }).lines;

/** Returns lines that end at x = 500, each below the one before it. */
const pieces = (starts: readonly number[]): Piece[] =>
  starts.flatMap((xMin, at): Piece[] =>
    line === undefined ? [] : [{ part: { kind: "line", line }, xMin, xMax: 500, yMin: 12 * at, yMax: 12 * at + 10 }],
  );

test("lines that end at one edge and begin at none begin where the longest of them does", () => {
  expect(startsOfFlushEnds(pieces([420, 400, 430]), 10)).toEqual([400]);
  expect(startsOfFlushEnds(pieces([420, 420, 420]), 10)).toEqual([]);
  expect(startsOfFlushEnds(pieces([420, 400]), 10)).toEqual([]);
});

test("a page of very many such lines is looked at all the same", () => {
  const starts = Array.from({ length: 200_000 }, (_, at) => 400 + (at % 7));
  expect(startsOfFlushEnds(pieces(starts), 10)).toEqual([400]);
});

import { expect, test } from "vitest";
import { prefersHtml } from "./accept.ts";

test.for([
  ["text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8", true],
  ["text/html", true],
  ["Text/HTML ; Q=0.5, */*", true],
  ["application/json;q=0.4, text/html;q=0.5", true],
  [undefined, false],
  ["", false],
  ["*/*", false],
  ["application/json, text/plain, */*", false],
  ["application/json, text/html", false],
  ["application/json, text/html;q=0.9", false],
  ["text/html;q=0, */*", false],
  ["text/html;q=x", false],
] as const)("a client that sends Accept: %s prefers HTML: %s", ([accept, expected]) => {
  expect(prefersHtml(accept)).toBe(expected);
});

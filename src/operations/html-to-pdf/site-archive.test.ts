import { expect, test } from "vitest";
import { siteOf } from "./site-archive.ts";

const filesOf = (...names: readonly string[]) => new Map(names.map((name) => [name, `path of ${name}`]));

test.each([
  [["index.html", "a/b.png"], "index.html", ["a/b.png"]],
  [["site/index.html", "site/a/b.png"], "site/index.html", ["a/b.png"]],
  [["__MACOSX/site/._index.html", "site/.DS_Store", "site/index.html"], "site/index.html", []],
  [["a/index.html", "index.html"], "index.html", ["a/index.html"]],
])("the document of %j", (names, index, assets) => {
  const site = siteOf(filesOf(...names));
  expect([site.path, [...site.assets.keys()]]).toEqual([`path of ${index}`, assets]);
});

test.each([
  [[]],
  [["a.html"]],
  [["a/index.html", "b"]],
  [["a/b/index.html"]],
  [["__MACOSX/index.html"]],
  [["INDEX.HTML"]],
])("%j has none", (names) => {
  expect(() => siteOf(filesOf(...names))).toThrow(expect.objectContaining({ code: "unsupported_file_type" }));
});

import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { operations } from "../../src/operations/index.ts";
import { Guides } from "../../src/platform/http/openapi/guides.ts";
import { checkout } from "./deploy-files.ts";
import { createFilter, layOutContext } from "./image/build-context.ts";

/* What the builder of the image is given: all that the service loads, and neither tests nor secrets. */

test("every module of the image finds the modules that it imports", () => {
  const directory = mkdtempSync(join(tmpdir(), "quire-context-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  layOutContext(checkout, directory);
  const modules = globSync("{src,packages,deploy}/**/*.ts", { cwd: directory });
  expect(modules.length).toBeGreaterThan(1000);
  const missing = modules.flatMap((module) => {
    const text = readFileSync(join(directory, module), "utf8");
    const imports = [...text.matchAll(/(?:from|import)\s*\(?\s*"(\.\.?\/[^"]+)"/g)].map(([, path = ""]) => path);
    const lacking = imports.filter((path) => !existsSync(join(directory, dirname(module), path)));
    return lacking.map((path) => `${module}: ${path}`);
  });
  expect(missing).toEqual([]);
  expect(new Guides(operations, join(directory, "docs")).missing).toEqual([]);
});

test("the builder is given neither tests nor secrets nor packages of this machine", () => {
  const takes = createFilter(readFileSync(join(checkout, ".dockerignore"), "utf8"));
  const left = [
    "deploy/env/api.env",
    "data/quire.db",
    ".git/config",
    ".node/bin/node",
    "node_modules/zod/package.json",
    "packages/cos/node_modules/x/package.json",
    "src/package-lock.test.ts",
    "src/platform/blobs/testing/s3-server.ts",
    "test/api/client.ts",
  ];
  expect(left.filter(takes)).toEqual([]);
  const taken = [
    "bin/quire",
    "src/main.ts",
    "packages/printed/src/conformance/conformance.ts",
    "package-lock.json",
    "src/platform/http/openapi/docs-page/start.js",
    "docs/guides/merge.md",
    "docs/samples/letter.pdf",
  ];
  expect(taken.filter(takes)).toEqual(taken);
});

/*
 * Which test file belongs to which project of Vitest: `slow` and `api` are named here, all others are `unit`. A file is in
 * one of them. docs/testing.md says what runs when.
 */

/** Only in `npm run test:full`, and when they are named: what sweeps over many files, kills or attacks again and again. */
export const SLOW = [
  "test/crash/*.test.ts",
  "test/egress/{ssrf,isolation,leftovers}.test.ts",
  "test/{assembly,corpora,cos,images,watermark,survival}/*.test.ts",
  "test/extraction/{corpus,scans}.test.ts",
  "test/ocr/{scores,documents}.test.ts",
  "test/pdfa/{corpus,claims,survival}.test.ts",
  "test/api/markdown-themes.test.ts",
  "src/engines/**/chromium/**/isolation.test.ts",
  "src/engines/tesseract/**/{native,wasm}.test.ts",
  "{src,packages}/**/corpora.test.ts",
];

/** What starts services, engine processes, browsers or commands, or asks other programs at length. */
export const PROCESSES = [
  "test/**/*.test.ts",
  "src/cli/**/*.test.ts",
  "src/engines/**/*.test.ts",
  "packages/scan/**/*.test.ts",
  "packages/typeset/src/pdf/embedded-fonts.test.ts",
];

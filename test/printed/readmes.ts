import { readFileSync } from "node:fs";
import { join } from "node:path";

/*
 * READMEs of packages that are installed here, as people write them: headings with code, links, badges, emoji and
 * formulas, headings as HTML, headings of pictures alone, many of one text, levels with gaps, other scripts.
 */

export const READMES: readonly string[] = [
  "chalk/readme.md",
  "regex/README.md",
  "commander/Readme.md",
  "property-information/readme.md",
  "debug/README.md",
  "picomatch/README.md",
  "type-fest/readme.md",
  "koa/Readme.md",
  "fastify/README.md",
  "undici/README.md",
  "fast-check/README.md",
  "sanitize-html/README.md",
  "winston/README.md",
  "yauzl/README.md",
  "semver/README.md",
  "@biomejs/biome/README.hi.md",
  "@biomejs/biome/README.ja.md",
  "@biomejs/biome/README.kr.md",
  "@biomejs/biome/README.ru.md",
  "@cantoo/pdf-lib/README.md",
  "uglify-js/README.md",
  "oniguruma-to-es/README.md",
  "jsonpath-plus/README.md",
  "expect-type/README.md",
  "mdast-util-to-hast/readme.md",
  "smol-toml/README.md",
  "find-my-way/README.md",
  "fast-json-stringify/README.md",
  "s3mini/README.md",
  "utility-types/README.md",
  "fflate/README.md",
  "avvio/README.md",
  "json-schema-to-ts/README.md",
  "source-map/README.md",
  "node-fetch/README.md",
  "tinybench/README.md",
  "vfile/readme.md",
  "cron-parser/README.md",
  "prom-client/README.md",
  "ipaddr.js/README.md",
  "katex/README.md",
  "axe-core/README.md",
];

/** Reads one of `READMES`. */
export const readme = (name: string): string =>
  readFileSync(join(import.meta.dirname, "../../node_modules", name), "utf8");

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const DIRECTORY = dirname(createRequire(import.meta.url).resolve("katex"));

interface Face {
  readonly css: string;
  readonly family: string;
  readonly weight: string;
  readonly style: string;
  readonly file: string;
}

interface StyleSheet {
  readonly faces: readonly Face[];
  readonly rules: readonly { readonly selector: string; readonly declarations: string }[];
  /** The style sheet without the font faces. */
  readonly css: string;
}

let styleSheet: StyleSheet | undefined;

/** Returns KaTeX's style sheet with those of its fonts, as data: URLs, that elements of these classes are shown in. */
export function mathStyles(classes: ReadonlySet<string>): string {
  styleSheet ??= readStyleSheet();
  const families = new Set<string>();
  const weights = new Set(["400"]);
  const styles = new Set(["normal"]);
  for (const { selector, declarations } of styleSheet.rules) {
    if (selector.split(",").some((one) => isUsed(one, classes))) {
      for (const [family] of declarations.matchAll(/KaTeX_\w+/gu)) {
        families.add(family);
      }
      if (/font-weight:(?:700|bold)/u.test(declarations)) {
        weights.add("700");
      }
      if (/font-style:italic/u.test(declarations)) {
        styles.add("italic");
      }
    }
  }
  const faces = styleSheet.faces.filter(
    ({ family, weight, style }) => families.has(family) && weights.has(weight) && styles.has(style),
  );
  return faces.map(faceWithFont).join("") + styleSheet.css;
}

export function readAllMathStyles(): void {
  styleSheet ??= readStyleSheet();
  for (const face of styleSheet.faces) {
    faceWithFont(face);
  }
}

function isUsed(selector: string, classes: ReadonlySet<string>): boolean {
  return [...selector.matchAll(/\.([\w-]+)/gu)].every(([, name = ""]) => classes.has(name));
}

function readStyleSheet(): StyleSheet {
  const text = readFileSync(join(DIRECTORY, "katex.min.css"), "utf8");
  const css = text.replaceAll(FACE, "");
  return {
    css,
    faces: [...text.matchAll(FACE)].map(([face]) => readFace(face)),
    // oxlint-disable-next-line quire/linear-patterns -- it reads the style sheet that comes with KaTeX
    rules: [...css.matchAll(/([^{}]+)\{([^{}]*)\}/gu)].map(([, selector = "", declarations = ""]) => ({
      selector,
      declarations,
    })),
  };
}

// oxlint-disable-next-line quire/linear-patterns -- it reads the style sheet that comes with KaTeX
const FACE = /@font-face\{[^}]*\}/gu;

function readFace(css: string): Face {
  const value = (pattern: RegExp): string => pattern.exec(css)?.[1] ?? "";
  return {
    css: css.replace(/src:[^;}]*/u, ""),
    family: value(/font-family:([^;}]*)/u).replaceAll(/["']/gu, ""),
    weight: value(/font-weight:([^;}]*)/u),
    style: value(/font-style:([^;}]*)/u),
    // oxlint-disable-next-line quire/linear-patterns -- it reads the style sheet that comes with KaTeX
    file: value(/url\(([^)]*\.woff2)\)/u),
  };
}

const fonts = new Map<string, string>();

function faceWithFont({ css, file }: Face): string {
  let face = fonts.get(file);
  if (face === undefined) {
    const data = readFileSync(join(DIRECTORY, file)).toString("base64");
    // oxlint-disable-next-line quire/linear-patterns -- it reads the style sheet that comes with KaTeX
    face = css.replace(/;*\}$/u, `;src:url(data:font/woff2;base64,${data}) format("woff2")}`);
    fonts.set(file, face);
  }
  return face;
}

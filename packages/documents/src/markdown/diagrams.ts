import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Token } from "markdown-it";
import { languageOf } from "./code/code-blocks.ts";
import { escapeHtml } from "./html.ts";
import { MAX_DIAGRAM_CHARACTERS } from "./limits.ts";

/** Returns the blocks that become diagrams; those beyond what a browser draws in time stay code. */
export function diagramsAmong(tokens: readonly Token[]): ReadonlySet<Token> {
  let characters = 0;
  return new Set(
    tokens.filter((token) => {
      const isDiagram = token.type === "fence" && languageOf(token) === "mermaid";
      characters += isDiagram ? token.content.length : 0;
      return isDiagram && characters <= MAX_DIAGRAM_CHARACTERS;
    }),
  );
}

/** Returns the HTML of a block that `diagramScripts` draws. */
export const diagramOf = ({ content }: Token): string =>
  `<figure class="diagram"><pre class="mermaid">${escapeHtml(content.trim())}</pre></figure>\n`;

/**
 * Returns the script that draws each diagram in the place of its source, one after the other. A diagram that cannot be
 * drawn stays as its source. When the script is done, the document's element has `data-diagrams="done"`.
 */
const drawing = (theme: string): string => `(async () => {
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: "strict",
    suppressErrorRendering: true,
    deterministicIds: true,
    deterministicIDSeed: "diagram",
    theme: ${JSON.stringify(theme)},
    fontFamily: "inherit",
  });
  let number = 0;
  for (const source of document.querySelectorAll("figure.diagram > pre.mermaid")) {
    number += 1;
    try {
      const { svg } = await mermaid.render("diagram-" + number, source.textContent);
      source.innerHTML = svg;
    } catch {
      source.parentElement.className = "diagram-error";
    }
  }
  document.documentElement.dataset.diagrams = "done";
})();`;

export interface Scripts {
  /** The elements for the head. */
  readonly head: string;
  /** The elements for the end of the body. */
  readonly body: string;
}

/**
 * Returns the scripts that draw diagrams. The document runs no other: a policy names them by their hashes (CSP 3,
 * 6.7.3.2).
 */
export function diagramScripts({ isDark }: { readonly isDark: boolean }): Scripts {
  const scripts = [library(), drawing(isDark ? "dark" : "neutral")];
  const hashes = scripts.map((script) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`);
  const policy = `script-src ${hashes.join(" ")}; object-src 'none'; base-uri 'none'; form-action 'none'`;
  return {
    head: `<meta http-equiv="Content-Security-Policy" content="${policy}">\n`,
    body: scripts.map((script) => `<script>${script}</script>\n`).join(""),
  };
}

let source: string | undefined;

export function readDiagramLibrary(): void {
  library();
}

function library(): string {
  source ??= readFileSync(createRequire(import.meta.url).resolve("@mermaid-js/tiny"), "utf8").replaceAll(
    /<(?=\/script|!--)/giu,
    String.raw`\x3c`,
  );
  return source;
}

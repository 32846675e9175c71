import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, rmdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { noChromium } from "../../src/engines/chromium/testing/test-printer.ts";
import { call } from "../api/accounts.ts";
import { upload, VALIDATE_PDFA } from "../api/client.ts";
import { run, withFile } from "../api/programs.ts";
import { expectOk, json } from "../api/reply.ts";
import { startService } from "../api/running-service.ts";
import { runPage } from "../docs/page-samples.ts";
import { root } from "./commands.ts";

/*
 * The service that root runs from a directory that nobody else may enter, such as its home. Where there is no bubblewrap
 * its engine processes become other users, who cannot open the files of their own program any more.
 */

const closed = mkdtempSync(join(tmpdir(), "quire-closed-"));
/** Runs what follows where the project lies in a directory of mode 0700; the mount is seen by that command alone. */
const IN_CLOSED = [
  "/usr/bin/unshare",
  "--mount",
  "--propagation",
  "private",
  "/bin/sh",
  "-c",
  'mount -t tmpfs -o mode=0700 tmpfs "$0" && mkdir "$0/quire" && mount --bind "$1" "$0/quire" && shift && cd "$0/quire" && exec "$@"',
  closed,
  root,
];
const canMount = spawnSync("env", [...IN_CLOSED, "/usr/bin/true"]).status === 0;
afterAll(() => rmdirSync(closed));
if (!canMount) {
  process.stderr.write("Tests in a closed directory are left out: this user cannot mount one.\n");
}

const MARKDOWN = `# Harbour

\`\`\`ts
const tide: number = 7.1;
\`\`\`

Height is $\\sqrt{h}$.

\`\`\`mermaid
graph TD; Brest-->Cherbourg
\`\`\`
`;

/** A document with a font whose encoding is a predefined CMap. */
const PREDEFINED_CMAP = Buffer.from(
  [
    "%PDF-1.7",
    "1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj",
    "2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj",
    "3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 40 40] /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >>\nendobj",
    "4 0 obj\n<< /Length 37 >>\nstream\nBT /F1 20 Tf 0 10 Td <4f60597d> Tj ET\nendstream\nendobj",
    "5 0 obj\n<< /Type /Font /Subtype /Type0 /BaseFont /Song /Encoding /UniGB-UTF16-H /DescendantFonts [6 0 R] >>\nendobj",
    "6 0 obj\n<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Song /CIDSystemInfo 7 0 R >>\nendobj",
    "7 0 obj\n<< /Registry (Adobe) /Ordering (GB1) /Supplement 2 >>\nendobj",
    "trailer\n<< /Size 8 /Root 1 0 R >>\n%%EOF\n",
  ].join("\n"),
  "latin1",
);

describe.skipIf(noChromium !== undefined || !canMount)("in a directory that root alone may enter", () => {
  test("the examples of README.md answer as it says", async () => {
    const service = await startService({ QUIRE_SANDBOX: "other-uid" }, { through: IN_CLOSED });
    try {
      expect(await runPage("README.md", service)).toBe(2);
    } finally {
      await service.stop();
    }
  }, 300_000);

  test("code, formulas, diagrams and CMaps are read as elsewhere", async () => {
    const [elsewhere, there] = await Promise.all([[], IN_CLOSED].map(answersFrom));
    expect(elsewhere?.fonts).toContain("KaTeX");
    expect(there).toEqual(elsewhere);
  }, 120_000);
});

async function answersFrom(through: readonly string[]) {
  const service = await startService({ QUIRE_SANDBOX: "other-uid" }, { through });
  try {
    const value = { markdown: MARKDOWN, math: true, mermaid: true };
    const printed = expectOk(await call(service, "POST", "/api/v1/convert/markdown-to-pdf", { value })).body;
    const file = { filename: "cmap.pdf", content: PREDEFINED_CMAP };
    const report = json(expectOk(await upload(service, { path: VALIDATE_PDFA, file }))) as { readonly rules: unknown };
    const { stdout } = await withFile(printed, (path) => run("pdffonts", [path]));
    const sha256 = createHash("sha256").update(printed).digest("hex");
    return { sha256, fonts: stdout.toString(), rules: report.rules };
  } finally {
    await service.stop();
  }
}

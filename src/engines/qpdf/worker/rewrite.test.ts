import { execFile, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { constants, createDeflate } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "vitest";
import { IS_FULL } from "../../../../test/running/sampling.ts";
import { Failure } from "../../../kernel/failure.ts";
import { PERMISSIONS } from "../../../kernel/permissions.ts";
import { encrypt, rewriteUnprotected } from "./rewrite.ts";

let directory: string;
let output: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "quire-rewrite-"));
  output = join(directory, "result.pdf");
});
afterEach(async () => {
  await rm(directory, { recursive: true });
});

test("a bomb in a content stream is carried along unopened", async () => {
  const input = await document({ contents: flateStream("", await bomb(1024)) });
  rewriteUnprotected({ input, output, password: undefined });
  expect((await stat(output)).size).toBeLessThan(100_000);
});

test("a bomb in the metadata, which libqpdf unpacks, is too complex", async () => {
  const input = await document({ metadata: flateStream("/Type /Metadata /Subtype /XML", await bomb(100)) });
  const rewrite = (): unknown => rewriteUnprotected({ input, output, password: undefined });
  expect(rewrite).toThrow(expect.objectContaining({ code: "document_too_complex" }));
});

test("protected documents keep their metadata packed, bomb or not", async () => {
  const input = await document({ metadata: flateStream("/Type /Metadata /Subtype /XML", await bomb(1024)) });
  encrypt({
    input,
    output,
    password: "",
    protection: { userPassword: "new", ownerPassword: "new", permissions: PERMISSIONS },
  });
  expect((await stat(output)).size).toBeLessThan(100_000);
});

test.runIf(process.platform === "linux" && IS_FULL)(
  "no stream is lost for want of memory: the document is too complex",
  async () => {
    const input = await document({ metadata: flateStream("/Type /Metadata /Subtype /XML", await bomb(1024)) });
    const limited = fork(join(import.meta.dirname, "../testing/rewrite-files.ts"), [directory], {
      execPath: "prlimit",
      execArgv: ["--data=1200000000", process.execPath],
    });
    try {
      limited.send(input);
      const [{ verdict }] = (await once(limited, "message")) as [{ verdict: string }];
      expect(verdict).toBe("document_too_complex");
    } finally {
      limited.kill();
    }
  },
);

test.runIf(process.platform === "linux")(
  "a full disk is an error and no result, however small the document",
  async () => {
    await symlink("/dev/full", output);
    const rewrite = (): unknown => rewriteUnprotected({ input: fixture("features.pdf"), output, password: undefined });
    expect(rewrite).toThrow("incomplete");
    expect(rewrite).not.toThrow(Failure);
  },
);

test.each([
  ["input", { input: "no-such.pdf", output: "result.pdf" }],
  ["output", { input: fixture("features.pdf"), output: "no-such/result.pdf" }],
])("an %s that is not there is a bug of ours, not the document's fault", (_, { input, output: result }) => {
  const paths = { input: resolve(directory, input), output: resolve(directory, result) };
  const rewrite = (): unknown => rewriteUnprotected({ ...paths, password: undefined });
  expect(rewrite).toThrow("No such file");
  expect(rewrite).not.toThrow(Failure);
});

test("warnings say where, and nothing of the worker's paths", () => {
  const { warnings } = rewriteUnprotected({ input: fixture("damaged-xref.pdf"), output, password: undefined });
  expect(warnings).toContainEqual(expect.stringMatching(/^offset \d+: xref not found$/));
  expect(warnings.join("\n")).not.toContain("damaged-xref");
});

test("libqpdf writes nothing to the standard streams", async () => {
  const program = `
    import { rewriteUnprotected } from ${JSON.stringify(join(import.meta.dirname, "rewrite.ts"))};
    rewriteUnprotected(${JSON.stringify({ input: fixture("damaged-xref.pdf"), output })});`;
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", program]);
  expect({ stdout, stderr }).toEqual({ stdout: "", stderr: "" });
});

function fixture(name: string): string {
  return join(import.meta.dirname, "../../../../test/fixtures", name);
}

/** Returns `sizeMib` MiB of spaces, deflated twice: some kilobytes. */
async function bomb(sizeMib: number): Promise<Buffer> {
  const spaces = Buffer.alloc(2 ** 20, " ");
  return deflated([await deflated(Array.from({ length: sizeMib }, () => spaces))]);
}

async function deflated(chunks: readonly Buffer[]): Promise<Buffer> {
  const deflate = createDeflate({ level: constants.Z_BEST_SPEED });
  const packed = Array.fromAsync<Buffer>(deflate);
  for (const chunk of chunks) {
    if (!deflate.write(chunk)) {
      await once(deflate, "drain");
    }
  }
  deflate.end();
  return Buffer.concat(await packed);
}

function flateStream(entries: string, data: Buffer): Buffer {
  const head = `<< ${entries} /Filter [/FlateDecode /FlateDecode] /Length ${data.length} >>\nstream\n`;
  return Buffer.concat([Buffer.from(head), data, Buffer.from("\nendstream")]);
}

/** Writes a document of one page whose cross-reference table libqpdf has to reconstruct. */
async function document(parts: { contents?: Buffer; metadata?: Buffer }): Promise<string> {
  const empty = Buffer.from("<< /Length 0 >>\nstream\n\nendstream");
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R /Metadata 5 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 72 72] /Contents 4 0 R >>",
    parts.contents ?? empty,
    parts.metadata ?? empty,
  ].flatMap((object, index) => [`${index + 1} 0 obj\n`, object, "\nendobj\n"]);
  const file = ["%PDF-1.7\n", ...objects, "trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n0\n%%EOF\n"];
  const path = join(directory, "input.pdf");
  await writeFile(path, Buffer.concat(file.map((part) => (typeof part === "string" ? Buffer.from(part) : part))));
  return path;
}

import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Service } from "../api/service.ts";

/* Runs the samples of the API description. */

/** A sample of the description, with what it belongs to. */
export interface Sample {
  readonly operationId: string;
  readonly name: string;
  readonly path: string;
  readonly source: string;
}

interface Described {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          { readonly operationId: string; readonly "x-codeSamples"?: readonly { label: string; source: string }[] }
        >
      >
    >
  >;
}

/** Returns the samples that the service shows to a client at `baseUrl`. */
export async function samplesOf({ baseUrl }: Pick<Service, "baseUrl">): Promise<Sample[]> {
  const { paths } = (await (await fetch(`${baseUrl}/openapi.json`)).json()) as Described;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.values(methods).flatMap(({ operationId, "x-codeSamples": samples = [] }) =>
      samples.map(({ label, source }) => ({ operationId, name: `${operationId} (${label})`, path, source })),
    ),
  );
}

export interface Outcome {
  /** The last line of what curl prints is the status and the media type. */
  readonly printed: string;
  /** The files that it wrote, by their names. */
  readonly files: Readonly<Record<string, Buffer>>;
}

/**
 * Runs a sample by bash in a folder with `files`, with `words` in place of those that a reader replaces.
 * @throws Error with what curl printed, when the answer is none of success
 */
export async function runSample(
  { source }: Sample,
  {
    files,
    words,
  }: { readonly files: Readonly<Record<string, Buffer>>; readonly words: Readonly<Record<string, string>> },
): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), "quire-sample-"));
  try {
    // The sample itself says nothing of these.
    const settings =
      'silent\nshow-error\nfail-with-body\nmax-time = 60\nwrite-out = "\\n%{http_code} %{content_type}"\n';
    await writeFile(join(folder, ".curlrc"), settings);
    await Promise.all(Object.entries(files).map(([name, content]) => writeFile(join(folder, name), content)));
    const command = Object.entries(words).reduce((text, [word, value]) => text.replaceAll(word, value), source);
    const run = promisify(execFile)("bash", ["--norc", "-ec", command], {
      cwd: folder,
      // oxlint-disable-next-line node/no-process-env -- what a terminal has
      env: { PATH: process.env["PATH"], HOME: folder },
    });
    const { stdout } = await run.catch((error: unknown) => {
      const { stdout: out = "", stderr = "" } = Object(error) as { stdout?: string; stderr?: string };
      throw new Error(`${command}\n${out}\n${stderr}`, { cause: error });
    });
    const written = (await readdir(folder)).filter((name) => name !== ".curlrc" && !(name in files));
    const contents = await Promise.all(
      written.map(async (name) => [name, await readFile(join(folder, name))] as const),
    );
    return { printed: stdout, files: Object.fromEntries(contents) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { layOutContext } from "./build-context.ts";
import { beginStep, ended } from "./chroot.ts";
import { type Copy, parseDockerfile, type Stage } from "./dockerfile.ts";

/* Makes the image of a Dockerfile without a builder: each stage is a directory, with Debian 12 in it, in which its steps are done. */

const checkout = resolve(import.meta.dirname, "../../..");

/** The one base image that stands here for a directory with Debian 12. */
const BASE = "debian:12-slim";

export interface Image {
  /** The root of the system that the last stage has made. */
  readonly root: string;
  readonly stage: Stage;
  remove(): void;
}

/**
 * Does the steps of deploy/Dockerfile below `directory`.
 * @throws Error with the output of the step that failed
 */
export async function buildImage(directory: string, say: (text: string) => void): Promise<Image> {
  const stages = parseDockerfile(readFileSync(join(checkout, "deploy/Dockerfile"), "utf8"));
  const home = mkdtempSync(join(directory, "quire-image-"));
  const context = join(home, "context");
  layOutContext(checkout, context);
  const roots = new Map<string, string>();
  let last: { root: string; stage: Stage } | undefined;
  try {
    for (const [index, stage] of stages.entries()) {
      const root = join(home, `stage-${index}`);
      // oxlint-disable-next-line eslint/no-await-in-loop -- a stage takes files of those before it
      await buildStage(stage, { root, context, roots, say });
      roots.set(stage.name ?? String(index), root);
      last = { root, stage };
    }
    if (last === undefined) {
      throw new Error("The Dockerfile has no stage");
    }
  } catch (error) {
    rmSync(home, { recursive: true, force: true });
    throw error;
  }
  return { ...last, remove: () => rmSync(home, { recursive: true, force: true }) };
}

interface Building {
  readonly root: string;
  readonly context: string;
  readonly roots: ReadonlyMap<string, string>;
  readonly say: (text: string) => void;
}

async function buildStage(stage: Stage, { root, context, roots, say }: Building): Promise<void> {
  if (stage.base !== BASE) {
    throw new Error(`The base ${stage.base} is not ${BASE}`);
  }
  mkdirSync(root, { recursive: true });
  await succeeded(ended(spawn(join(checkout, "test/setup/debian-base"), [root])), stage.base);
  for (const step of stage.steps) {
    const began = Date.now();
    if (step.kind === "copy") {
      const source = step.from === undefined ? context : roots.get(step.from);
      if (source === undefined) {
        throw new Error(`No stage before is called ${step.from}`);
      }
      copy(step, { source, root });
    } else {
      mkdirSync(join(root, step.directory), { recursive: true });
      const environment = {
        HOME: "/root",
        DEBIAN_FRONTEND: "noninteractive",
        ...networkOfBuilder(),
        ...stage.environment,
      };
      const place = { root, directory: step.directory, environment };
      // oxlint-disable-next-line eslint/no-await-in-loop -- steps follow each other
      await succeeded(ended(beginStep(place, ["/bin/sh", "-c", step.command])), step.command);
      say(`${Math.round((Date.now() - began) / 1000)} s: ${step.command.slice(0, 60)}`);
    }
  }
}

/** As COPY does: the content of a directory, or the files, into the destination; owned by root. */
function copy(
  { sources, destination }: Copy,
  { source, root }: { readonly source: string; readonly root: string },
): void {
  for (const name of sources) {
    const from = join(source, name);
    if (!existsSync(from)) {
      throw new Error(`COPY ${name}: there is no such file in the build context`);
    }
    // A destination that ends with a slash, or takes several files, is a directory.
    const isDirectory = /\/\.?\/?$/.test(destination) && !name.includes("/");
    const to = join(root, destination, isDirectory ? basename(name) : "");
    mkdirSync(join(to, ".."), { recursive: true });
    cpSync(from, to, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
  }
}

/** What a builder passes to the steps of the machine's settings: its proxies, and the certificates of the network. */
function networkOfBuilder(): Readonly<Record<string, string>> {
  const names = [
    "http_proxy",
    "https_proxy",
    "no_proxy",
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "NO_PROXY",
    "NODE_EXTRA_CA_CERTS",
  ];
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

async function succeeded(run: ReturnType<typeof ended>, what: string): Promise<void> {
  const { status, output } = await run;
  if (status !== 0) {
    throw new Error(`The step ended with ${status}: ${what}\n${output.slice(-4000)}`);
  }
}

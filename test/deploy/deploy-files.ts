import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parse, parseAllDocuments } from "yaml";
import { parseDockerfile, type Stage } from "./image/dockerfile.ts";

/* The files of deploy/, as the programs read them that they are for. */

export const checkout: string = resolve(import.meta.dirname, "../..");
const folder = join(checkout, "deploy");

export const deployFile = (name: string): string => readFileSync(join(folder, name), "utf8");

/** Returns the names of all files of deploy/, without the secrets that may have been made there. */
export const deployFiles = (): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((name) => !name.startsWith("env/"));

/** Returns the stage of deploy/Dockerfile that containers are started from. */
export function imageStage(): Stage {
  const stage = parseDockerfile(deployFile("Dockerfile")).at(-1);
  if (stage === undefined) {
    throw new Error("deploy/Dockerfile has no stage");
  }
  return stage;
}

/** A service of a compose file; only what the tests read. */
export interface ComposeService {
  readonly image: string;
  readonly command?: readonly string[];
  readonly env_file?: string | readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly stop_grace_period: string;
  readonly [name: string]: unknown;
}

export interface ComposeFile {
  readonly name: string;
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly networks?: Readonly<Record<string, { readonly ipam?: { readonly config: readonly { subnet: string }[] } }>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

/** Returns a compose file with its anchors resolved and the defaults of its variables, `${NAME:-default}`, put in. */
export function composeFile(name: string): ComposeFile {
  const text = deployFile(name).replaceAll(/\$\{\w+:-([^}]*)\}/g, "$1");
  // The schema and the tests say what is wrong with it if it is something else.
  return parse(text, { merge: true }) as ComposeFile;
}

/** Returns the variables of an env file. */
export const envFile = (path: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readFileSync(path, "utf8")
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("#"))
      .map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
  );

/** Returns the variables of a service: those of its env files, which lie in `directory`, and its own. */
export function environmentOf({ env_file: files = [], environment = {} }: ComposeService, directory: string) {
  const given = [files].flat().map((file) => envFile(join(directory, file)));
  return { ...Object.assign({}, ...given), ...environment } as Readonly<Record<string, string>>;
}

/** An object of a Kubernetes manifest. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly [name: string]: unknown;
}

export const manifests = (): readonly Manifest[] =>
  deployFiles()
    .filter((name) => name.startsWith("kubernetes/"))
    .flatMap((name) => parseAllDocuments(deployFile(name)).map((document): Manifest => document.toJS()));

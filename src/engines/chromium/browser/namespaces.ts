import { execFile } from "node:child_process";
import type { Identity } from "../../pool/sandbox/confinement.ts";

/**
 * Returns whether the browser's user may make namespaces and has the rights in them that a sandbox needs, by having
 * unshare(1) try. It takes some ten milliseconds; the browser itself would take half a second. Where the system has no
 * such program the answer is yes: the first document then finds out.
 */
export function hasNamespaces(identity: Identity | undefined): Promise<boolean> {
  // That mounts may be changed tells a namespace with rights from one whose rights a security module takes away.
  const command = ["--user", "--map-root-user", "--net", "--mount", "true"];
  return new Promise((resolve) => {
    execFile("/usr/bin/unshare", command, { ...identity, env: {}, timeout: 10_000 }, (error) =>
      resolve(error === null || error.code === "ENOENT"),
    );
  });
}

import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "s3rver";
import type { S3Settings } from "../../config/s3.ts";

/*
 * An S3 store for tests, in this process and on a free port. It proves the protocol, not the ways of a vendor: it does
 * not check signatures, and knows neither the abortion of uploads nor lists of more than a thousand objects.
 */

export const BUCKET = "quire-tests";
/** The one access key that s3rver has. */
export const ACCESS_KEY = "S3RVER";

export interface S3Server {
  readonly port: number;
  /** Returns the names of the files in which the objects are. */
  files(): Promise<readonly string[]>;
  /** Ends the server; its objects stay, for one that is started again on them. */
  close(): Promise<void>;
  /** Ends the server and removes its objects. */
  remove(): Promise<void>;
}

export async function startS3Server({
  port = 0,
  directory,
}: {
  readonly port?: number;
  readonly directory?: string;
} = {}): Promise<S3Server & { readonly directory: string }> {
  const home = directory ?? (await mkdtemp(join(tmpdir(), "quire-s3-")));
  const server = new S3rver({
    address: "127.0.0.1",
    port,
    silent: true,
    directory: home,
    configureBuckets: [{ name: BUCKET }],
  });
  const { port: listening } = await server.run();
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => (closing ??= server.close());
  return {
    port: listening,
    directory: home,
    files: async () => (await readdir(join(home, BUCKET), { recursive: true })).filter((name) => name.includes(".")),
    close,
    async remove() {
      await close();
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** Returns settings with which a store reaches a server on `port`. */
export const s3SettingsFor = (port: number, changes: Partial<S3Settings> = {}): S3Settings => ({
  endpoint: `http://127.0.0.1:${port}`,
  bucket: BUCKET,
  region: "us-east-1",
  accessKeyId: ACCESS_KEY,
  secretAccessKey: ACCESS_KEY,
  pathStyle: true,
  prefix: "",
  encryption: undefined,
  ...changes,
});

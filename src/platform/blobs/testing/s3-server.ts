import { createHash, randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
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
  bucket = BUCKET,
}: {
  readonly port?: number;
  readonly directory?: string;
  readonly bucket?: string;
} = {}): Promise<S3Server & { readonly directory: string }> {
  const home = directory ?? (await mkdtemp(join(tmpdir(), "quire-s3-")));
  const server = new S3rver({
    address: "127.0.0.1",
    port,
    silent: true,
    directory: home,
    configureBuckets: [{ name: bucket }],
  });
  writeWholeFiles(server.store, home);
  const { port: listening } = await server.run();
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => (closing ??= server.close());
  return {
    port: listening,
    directory: home,
    files: async () => (await readdir(join(home, bucket), { recursive: true })).filter((name) => name.includes(".")),
    close,
    async remove() {
      await close();
      await rm(home, { recursive: true, force: true });
    },
  };
}

/**
 * Makes each write end before it is answered, and each object appear as a whole. Of its own, s3rver answers while the
 * file is still being written, and removes the directory of an object while another one is being made there, for which the
 * process ends.
 */
function writeWholeFiles(store: S3rver["store"], home: string): void {
  const write = async (content: Readable | Buffer, path: string, beforeVisible?: (md5: string) => Promise<void>) => {
    await mkdir(dirname(path), { recursive: true });
    const incoming = join(home, `incoming-${randomUUID()}`);
    const hash = createHash("md5");
    let size = 0;
    await pipeline(
      Buffer.isBuffer(content) ? Readable.from([content]) : content,
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          hash.update(chunk);
          size += chunk.length;
          yield chunk;
        }
      },
      createWriteStream(incoming),
    );
    const md5 = hash.digest("hex");
    await beforeVisible?.(md5);
    await rename(incoming, path);
    return { size, md5 };
  };
  store.putObject = ({ bucket, key, content, metadata }) =>
    write(content, store.getResourcePath(bucket, key, "object"), (md5) =>
      store.putMetadata(bucket, key, metadata, md5),
    );
  store.putPart = async (bucket, uploadId, partNumber, content) => {
    const path = join(store.getResourcePath(bucket, undefined, "uploads"), uploadId, String(partNumber));
    return write(content, path, (md5) => writeFile(`${path}.md5`, md5));
  };
  store.deleteObject = async (bucket, key) => {
    const names = ["object", "object.md5", "metadata.json"];
    await Promise.all(names.map((name) => rm(store.getResourcePath(bucket, key, name), { force: true })));
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

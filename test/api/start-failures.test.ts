import { spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { lockDirectory } from "../../src/platform/blobs/process-lock.ts";
import { ACCESS_KEY, BUCKET, startS3Server } from "../../src/platform/blobs/testing/s3-server.ts";

/* A start that fails says why in one line, ends with 1 and leaves nothing: no process, no socket, no lock. */

const root = resolve(import.meta.dirname, "../..");

interface Wrong {
  readonly what: string;
  /** Makes things wrong; returns the settings with which the service is started. */
  readonly arrange: (data: string) => Promise<Readonly<Record<string, string>>> | Readonly<Record<string, string>>;
  readonly line: RegExp;
  /** Whether the service is started by an ordinary user. */
  readonly isUnprivileged?: boolean;
}

/** The user that takes the place of root where an ordinary one is needed. */
const NOBODY = 65_534;

/** The first port that anyone may listen on. */
const FIRST_FREE_PORT = Number(readFileSync("/proc/sys/net/ipv4/ip_unprivileged_port_start", "utf8"));

const wrong: readonly Wrong[] = [
  {
    what: "a port in use",
    async arrange() {
      const other = createServer().listen(0, "127.0.0.1");
      await once(other, "listening");
      onTestFinished(() => void other.close());
      return { QUIRE_PORT: String((other.address() as AddressInfo).port) };
    },
    line: /cannot listen on 127\.0\.0\.1, port \d+ \(QUIRE_HOST, QUIRE_PORT\): .*EADDRINUSE/,
  },
  ...(FIRST_FREE_PORT > 80
    ? [
        {
          what: "a port of the system's",
          arrange: () => ({ QUIRE_PORT: "80" }),
          line: /cannot listen on 127\.0\.0\.1, port 80 \(QUIRE_HOST, QUIRE_PORT\): .*EACCES/,
          isUnprivileged: true,
        },
      ]
    : []),
  { what: "an address of another machine", arrange: () => ({ QUIRE_HOST: "192.0.2.1" }), line: /EADDRNOTAVAIL/ },
  { what: "a host that is none", arrange: () => ({ QUIRE_HOST: "not a host" }), line: /cannot listen on not a host/ },
  {
    what: "a data directory below a file",
    arrange(data) {
      rmSync(data, { recursive: true });
      writeFileSync(data, "");
      return { QUIRE_DATA_DIR: join(data, "below") };
    },
    line: /The data directory \S+ cannot be used: ENOTDIR/,
  },
  {
    what: "a data directory in use",
    async arrange(data) {
      const lock = await lockDirectory(data);
      onTestFinished(() => lock.release());
      return {};
    },
    line: new RegExp(`is in use by process ${process.pid} on \\S+ since \\S+; each process needs`),
  },
  {
    what: "a newer database",
    arrange(data) {
      const database = new DatabaseSync(join(data, "quire.db"));
      database.exec("PRAGMA user_version = 999");
      database.close();
      return {};
    },
    line: /written by a newer version of this service: its schema is version 999/,
  },
  {
    what: "a database that is none",
    arrange(data) {
      writeFileSync(join(data, "quire.db"), "This is not a database, whatever its name says. ".repeat(100));
      return {};
    },
    line: /The database \S+quire\.db cannot be used: file is not a database/,
  },
  {
    what: "a proxy by its name",
    arrange: () => ({ QUIRE_TRUSTED_PROXIES: "10.0.0.0/8, loadbalancer" }),
    line: /QUIRE_TRUSTED_PROXIES: 'loadbalancer'/,
  },
  {
    what: "a public URL without a scheme",
    arrange: () => ({ QUIRE_PUBLIC_URL: "pdf.example.com" }),
    line: /QUIRE_PUBLIC_URL: It should begin with http/,
  },
  {
    what: "a public URL whose host looks like a scheme",
    arrange: () => ({ QUIRE_PUBLIC_URL: "pdf.example.com:8443" }),
    line: /QUIRE_PUBLIC_URL: It should begin with http/,
  },
  {
    what: "an origin without a scheme",
    arrange: () => ({ QUIRE_CORS_ORIGINS: "https://a.example, b.example" }),
    line: /QUIRE_CORS_ORIGINS: 'b\.example' is no origin/,
  },
  {
    what: "a folder of fonts that is missing",
    arrange: () => ({ QUIRE_FONTS_DIR: "/nowhere" }),
    line: /QUIRE_FONTS_DIR: \/nowhere/,
  },
  {
    what: "a PDFium that is missing",
    arrange: () => ({ QUIRE_PDFIUM_LIBRARY: "/nowhere/libpdfium.so" }),
    line: /QUIRE_PDFIUM_LIBRARY: \/nowhere\/libpdfium\.so does not exist\./,
  },
  {
    what: "a time that timers cannot count",
    arrange: () => ({ QUIRE_SYNC_TIMEOUT_MS: "2147483648" }),
    line: /QUIRE_SYNC_TIMEOUT_MS: It takes an integer from 100 to 2147483647\. It is "2147483648"\.$/m,
  },
  {
    what: "a browser with the user of an engine process",
    arrange: () => ({ QUIRE_CHROMIUM_UID: "65000" }),
    line: /QUIRE_CHROMIUM_UID: It is 65000, and the engine processes have the user ids 65000 to \d+/,
  },
  {
    what: "an S3 store without a bucket",
    arrange: () => ({ QUIRE_S3_ENDPOINT: "http://127.0.0.1:9000" }),
    line: /QUIRE_S3_BUCKET: QUIRE_S3_ENDPOINT is set, which needs the name of a bucket that exists as well\.$/m,
  },
  {
    what: "a bucket without an S3 store",
    arrange: () => ({ QUIRE_S3_BUCKET: "documents" }),
    line: /QUIRE_S3_BUCKET: it has no effect without QUIRE_S3_ENDPOINT/,
  },
  {
    what: "a bucket that does not exist",
    arrange: async () => ({ ...(await s3Environment()), QUIRE_S3_BUCKET: "nobodys-bucket" }),
    line: /The bucket nobodys-bucket of the S3 store http:\/\/127\.0\.0\.1:\d+ cannot be used: The S3 store answered 404 NoSuchBucket\./,
  },
  {
    what: "a wrong access key",
    arrange: async () => ({ ...(await s3Environment()), QUIRE_S3_ACCESS_KEY_ID: "NOBODY" }),
    line: /answered 403 InvalidAccessKeyId\. See QUIRE_S3_ACCESS_KEY_ID and QUIRE_S3_SECRET_ACCESS_KEY\.$/m,
  },
  {
    what: "an S3 store that is not there",
    async arrange() {
      const server = await startS3Server();
      await server.remove();
      return s3Settings(server.port);
    },
    line: /could not be reached: .*ECONNREFUSED.* See QUIRE_S3_ENDPOINT\.$/m,
  },
  {
    what: "a wrong rule for outbound requests",
    arrange: () => ({ QUIRE_OUTBOUND_ALLOW: "10.0.0.0/99" }),
    line: /QUIRE_OUTBOUND_ALLOW/,
  },
];

const s3Settings = (port: number) => ({
  QUIRE_S3_ENDPOINT: `http://127.0.0.1:${port}`,
  QUIRE_S3_BUCKET: BUCKET,
  QUIRE_S3_ACCESS_KEY_ID: ACCESS_KEY,
  QUIRE_S3_SECRET_ACCESS_KEY: ACCESS_KEY,
});

/** Returns the settings for an S3 store that runs until the end of the test. */
async function s3Environment() {
  const server = await startS3Server();
  onTestFinished(() => server.remove());
  return s3Settings(server.port);
}

test.for(wrong)(
  "$what stops the start with one line, and nothing is left",
  async ({ arrange, line, isUnprivileged = false }) => {
    const home = mkdtempSync(join(tmpdir(), "quire-start-"));
    onTestFinished(() => rmSync(home, { recursive: true }));
    const data = join(home, "data");
    mkdirSync(data);
    const settings = await arrange(data);
    const uid = isUnprivileged && process.getuid?.() === 0 ? NOBODY : undefined;
    if (uid !== undefined) {
      chownSync(home, uid, uid);
      chownSync(data, uid, uid);
    }
    const { status, stderr } = await serve({ QUIRE_DATA_DIR: data, ...settings }, uid);
    expect(stderr).toMatch(/^quire: [^\n]+\n$/);
    expect(stderr).toMatch(line);
    expect(status).toBe(1);
    await expect.poll(() => processesNaming(home)).toEqual([]);
    if (!("QUIRE_DATA_DIR" in settings) && !stderr.includes("is in use by")) {
      (await lockDirectory(data, { waitMs: 0 })).release();
    }
  },
);

async function serve(settings: Readonly<Record<string, string>>, uid?: number) {
  const child = spawn(process.execPath, ["src/cli/quire.ts", "serve"], {
    cwd: root,
    env: { PATH: process.env["PATH"], QUIRE_HOST: "127.0.0.1", QUIRE_PORT: "0", QUIRE_WORKERS: "1", ...settings },
    stdio: ["ignore", "ignore", "pipe"],
    ...(uid !== undefined && { uid, gid: uid }),
  });
  const [stderr, [status]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  return { status, stderr };
}

/** Returns the command lines of processes that name `path`, engine processes with their slots among them. */
const processesNaming = (path: string): string[] =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(commandLineOf)
    .filter((command) => command.includes(path));

function commandLineOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    // It has ended meanwhile.
    return "";
  }
}

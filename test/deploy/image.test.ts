import { type ChildProcess, execFileSync } from "node:child_process";
import { chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { operations } from "../../src/operations/index.ts";
import { freePort } from "../../src/platform/store/postgres/testing/postgres-server.ts";
import { call } from "../api/accounts.ts";
import { mergePdfs, OCR_SIMPLE, PDF_TO_TEXT, toImages, upload } from "../api/client.ts";
import { letterPages } from "../api/documents.ts";
import { submitted, untilFinal } from "../api/jobs.ts";
import { expectOk } from "../api/reply.ts";
import { numberedPages } from "../api/scans.ts";
import type { Service } from "../api/service.ts";
import { buildImage, type Image } from "./image/build-image.ts";
import { beginContainer, ended, noChroot } from "./image/chroot.ts";

/*
 * deploy/Dockerfile, its steps done in chroots, and what they make started as a container is: as the image's user, with a
 * read-only root and without capabilities.
 */

if (noChroot !== undefined) {
  process.stderr.write(`The test of deploy/Dockerfile is left out: ${noChroot}.\n`);
}

const READY_WITHIN_MS = 240_000;
const LOOK_EVERY_MS = 1000;

test.skipIf(noChroot !== undefined)(
  "the image: healthy on a read-only root, every class of work, SIGTERM, nothing written but data and temporary files",
  { timeout: 3_600_000 },
  async () => {
    const directory = mkdtempSync(join(tmpdir(), "quire-image-test-"));
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
    const image = await buildImage(directory, (text) => console.info(text));
    console.info(`The image has ${megabytes(image.root)} MB.`);
    const mark = join(directory, "mark");
    writeFileSync(mark, "");
    const container = await startContainer(image, directory);
    onTestFinished(() => void container.process.kill("SIGKILL"));

    await expectOperations(container.service);
    const reference = await (await fetch(`${container.service.baseUrl}/docs/reference.json`)).text();
    expect(reference.match(/#### What goes wrong/g)).toHaveLength(operations.length);
    const job = await submitted(container.service, {
      file: letterPages(3),
      fields: { start_page: 1, end_page: 3, dpi: 72 },
    });
    expect((await untilFinal(container.service, job)).status).toBe("complete");
    // In a chroot, as under Docker's default profile, no namespaces are made: these are the walls that are left.
    expect(container.output()).toContain("Engine processes: ");
    console.info(container.output().replaceAll(/^\{.*\n/gm, ""));

    // SIGTERM drains: what has been accepted is answered.
    const accepted = upload(container.service, { path: PDF_TO_TEXT, file: letterPages(400) });
    await expect.poll(() => inWork(container.service), { timeout: 20_000 }).toBeGreaterThan(0);
    const status = await container.stop();
    expect((await accepted).status).toBe(200);
    expect(status).toBe(0);

    const written = execFileSync("find", [image.root, "-xdev", "-newer", mark, "-not", "-type", "d"], {
      encoding: "utf8",
    });
    expect(written).toBe("");
    expect(container.output()).not.toMatch(/EROFS|read-only file system/i);
    image.remove();
  },
);

const megabytes = (directory: string): number =>
  Math.round(Number(execFileSync("du", ["-sx", "--block-size=1M", directory], { encoding: "utf8" }).split("\t")[0]));

interface Container {
  readonly service: Service;
  readonly process: ChildProcess;
  output(): string;
  /** Ends it as `docker stop` does; returns the status. */
  stop(): Promise<number | null>;
}

async function startContainer({ root, stage }: Image, directory: string): Promise<Container> {
  const key = `image-test-${crypto.randomUUID()}`;
  const port = await freePort();
  const environment = {
    ...stage.environment,
    // The network is this machine's, so that the address is its own and the port a free one.
    QUIRE_HOST: "127.0.0.1",
    QUIRE_PORT: String(port),
    QUIRE_BOOTSTRAP_API_KEY: key,
  };
  const [uid = 0, gid = 0] = stage.user.split(":").map(Number);
  const volumes = Object.fromEntries(
    stage.volumes.map((path) => {
      const source = join(directory, "volumes", path);
      mkdirSync(source, { recursive: true, mode: 0o700 });
      chownSync(source, uid, gid);
      return [path, source];
    }),
  );
  // The way to the volume: it is inside a directory of root alone.
  execFileSync("chmod", ["711", directory, join(directory, "volumes")]);
  const place = { root, directory: stage.directory, environment };
  const confinement = { user: stage.user, volumes };
  const process = beginContainer(place, [...stage.entrypoint, ...stage.command], confinement);
  const run = ended(process);
  let output = "";
  for (const stream of [process.stdout, process.stderr]) {
    stream?.on("data", (text: string) => {
      output += text;
    });
  }
  const deadline = Date.now() + READY_WITHIN_MS;
  // The image's own check says when it is ready.
  while ((await ended(beginContainer(place, stage.healthcheck.command, confinement))).status !== 0) {
    if (process.exitCode !== null || Date.now() > deadline) {
      throw new Error(`The container is not healthy (${process.exitCode ?? "it runs"}):\n${output}`);
    }
    // oxlint-disable-next-line eslint/no-await-in-loop
    await sleep(LOOK_EVERY_MS);
  }
  return {
    service: {
      baseUrl: `http://127.0.0.1:${port}`,
      port,
      key,
      pid: 0,
      dataDirectory: volumes["/data"] ?? "",
      restingEntries: [],
      keepsResults: true,
    },
    process,
    output: () => output,
    async stop() {
      const [first] = childrenOf(process.pid ?? 0);
      execFileSync("kill", [`-${stage.stopSignal.replace("SIG", "")}`, String(first)]);
      return (await run).status;
    },
  };
}

const childrenOf = (pid: number): readonly number[] =>
  readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, "utf8").trim().split(" ").map(Number),
  );

/** Operations of each class: a script prints in a browser of its own. */
async function expectOperations(service: Service): Promise<void> {
  const html = { html: "<h1>Invoice 7</h1><script>document.title = 'seven'</script>" };
  expectOk(await call(service, "POST", "/api/v1/convert/html-to-pdf", { value: html }));
  expectOk(await call(service, "POST", "/api/v1/convert/text-to-pdf", { value: { text: "Hello" } }));
  expectOk(await upload(service, { path: OCR_SIMPLE, file: numberedPages(1) }));
  expectOk(await toImages(service, letterPages(1), { dpi: 72 }));
  expectOk(await mergePdfs(service, [letterPages(1), letterPages(2)]));
}

async function inWork(service: Service): Promise<number> {
  const metrics = await (await fetch(`${service.baseUrl}/metrics`)).text();
  return Number(/^quire_engine_workers_busy\S* (\d+)$/m.exec(metrics)?.[1] ?? 0);
}

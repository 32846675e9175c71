import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmod, chown, mkdtemp, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Readable } from "node:stream";
import { expect, onTestFinished, test } from "vitest";
import { isRoot } from "../browser/command.ts";
import type { EscapeTargets } from "../testing/escape-attempts.ts";
import { canConfine, confinedCommand } from "./command.ts";
import type { BrowserLaunch } from "./launcher.ts";

/* Native code that has taken over a confined browser, in the place of the browser. */

const UID = 65_321;
const attempts = resolve(import.meta.dirname, "../testing/escape-attempts.ts");
/** What the code itself is loaded from. */
const APPLICATION = ["src", "node_modules", "package.json"].map((name) =>
  resolve(import.meta.dirname, "../../../..", name),
);

interface Listener {
  readonly server: Server;
  visits: number;
}

async function listen(where: string | number): Promise<Listener> {
  const listener = { server: createServer(), visits: 0 };
  listener.server.on("connection", (socket) => {
    listener.visits += 1;
    socket.on("error", () => undefined).resume();
  });
  listener.server.listen(typeof where === "number" ? { port: where, host: "127.0.0.1" } : { path: where });
  await once(listener.server, "listening");
  onTestFinished(() => void listener.server.close());
  return listener;
}

const portOf = ({ server }: Listener): number => {
  const address: AddressInfo | string | null = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
};

async function targetsOfBrowser() {
  const directory = await mkdtemp(join(tmpdir(), "quire-escape-"));
  const profile = await mkdtemp(join(tmpdir(), "quire-escape-profile-"));
  onTestFinished(async () => {
    await rm(directory, { recursive: true, force: true });
    await rm(profile, { recursive: true, force: true });
  });
  const file = join(directory, "secret");
  await writeFile(file, "secret");
  // As if the browser had the service's own user: by its owner and mode, all could be done to the file.
  if (isRoot()) {
    await Promise.all([file, directory, profile].map((path) => chown(path, UID, UID)));
  }
  const [site, unix, proxy] = [await listen(0), await listen(join(directory, "socket")), await listen(0)];
  await chmod(join(directory, "socket"), 0o777);
  const targets: EscapeTargets = {
    file,
    directory,
    tcpPort: portOf(site),
    unixSocket: join(directory, "socket"),
    servicePid: process.pid,
    profile,
  };
  return { targets, site, unix, proxy };
}

/** Runs a program with the descriptors that a browser has, and returns what it wrote to descriptor 4. */
async function reachedBy(
  program: string,
  parameters: readonly string[],
  environment: Readonly<Record<string, string>>,
) {
  const child = spawn(program, parameters, {
    env: environment,
    detached: true,
    stdio: ["pipe", "ignore", "inherit", "pipe", "pipe"],
  });
  const output = child.stdio[4];
  let text = "";
  if (output instanceof Readable) {
    for await (const chunk of output) {
      text += String(chunk);
    }
  }
  const reached: string[] = JSON.parse(text);
  return reached.toSorted();
}

const confined = (targets: EscapeTargets, proxyPort: number | undefined) => {
  const {
    program,
    arguments: given,
    environment,
  } = confinedCommand({
    path: process.execPath,
    arguments: [
      "--disable-warning=ExperimentalWarning",
      "--openssl-config=/dev/null",
      attempts,
      JSON.stringify(targets),
    ],
    environment: {},
    identity: isRoot() ? { uid: UID, gid: UID } : undefined,
    proxyUrl: proxyPort === undefined ? undefined : `http://127.0.0.1:${proxyPort}`,
    fonts: { configuration: "", folder: undefined },
    memoryBytes: 2 ** 30,
    profile: targets.profile,
  });
  const launch: BrowserLaunch = JSON.parse(given.at(-1) ?? "");
  const { reachable, command } = launch;
  const [node, ...rest] = command.filter((part) => !BROWSER_FLAGS.includes(part));
  const withProgram: BrowserLaunch = {
    ...launch,
    command: [node ?? "", ...rest],
    reachable: { ...reachable, read: [...reachable.read, ...APPLICATION] },
  };
  return reachedBy(program, [...given.slice(0, -1), JSON.stringify(withProgram)], environment);
};

const BROWSER_FLAGS = ["--disable-dev-shm-usage", "--no-zygote", "--in-process-gpu"];

/** Whether the user of the browser may read what is run in its place: not where root cloned into its home directory. */
const canRead = !isRoot() || spawnSync("/usr/bin/test", ["-r", attempts], { uid: UID, gid: UID }).status === 0;
const canTry = canConfine() && canRead;
if (!canRead) {
  process.stderr.write(
    "Tests of code that has taken over a browser are left out: its user may not enter this folder.\n",
  );
}

test.skipIf(!canTry)("native code in a confined browser reaches nothing but the proxy", async () => {
  const { targets, site, unix, proxy } = await targetsOfBrowser();
  expect(await confined(targets, portOf(proxy))).toEqual([]);
  expect({ site: site.visits, unix: unix.visits }).toEqual({ site: 0, unix: 0 });
  expect(proxy.visits).toBeGreaterThan(0);
});

test.skipIf(!canTry)("where there is no proxy it reaches nothing", async () => {
  const { targets, site, unix } = await targetsOfBrowser();
  expect(await confined(targets, undefined)).toEqual([]);
  expect({ site: site.visits, unix: unix.visits }).toEqual({ site: 0, unix: 0 });
});

test.skipIf(!canTry)("without the walls the same code reaches most of it: the tests would see it", async () => {
  const { targets, site, unix } = await targetsOfBrowser();
  const reached = await reachedBy(process.execPath, [attempts, JSON.stringify(targets)], {});
  expect(reached.length).toBeGreaterThan(25);
  expect(site.visits + unix.visits).toBeGreaterThan(0);
});

import { type ChildProcess, spawn } from "node:child_process";
import { chown, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { assert } from "../../../kernel/assert.ts";
import { openEgressRelay } from "../network/egress-relay.ts";
import { type BrowserTier, browserCommand, FONT_CONFIGURATION, proxyUrlIn, RELAY_SOCKET } from "./command.ts";
import { Connection } from "./connection.ts";
import type { BrowserCommand, BrowserProgram } from "./program.ts";

/** The time for a browser to start: one that takes longer, even on a slow and busy machine, never answers. */
const START_TIMEOUT_MS = 20_000;
const CALL_TIMEOUT_MS = 30_000;
/** The time that a browser may take to close when asked to. */
const CLOSE_TIMEOUT_MS = 3000;
const STDERR_TAIL_CHARACTERS = 4000;

/** The prefix of profile directories' names; the service's process id follows it. */
const PROFILE_PREFIX = "quire-browser-";
let leftovers: Promise<void> | undefined;

/** The browser's process and everything that it starts, from the start to the end. */
export class BrowserProcess {
  readonly connection: Connection;
  /** Resolves when the process is gone and its profile removed. */
  readonly ended: Promise<void>;
  /** The URL at which this browser finds the proxy. */
  readonly proxyUrl: string | undefined;
  /** The browser's name and version, such as `Chromium 150.0.0.0`. */
  product = "";
  readonly #child: ChildProcess;
  #lastWords = "";

  /**
   * Starts a browser.
   * @throws Error with the last lines that the browser printed when it does not start in this tier
   */
  static async start(tier: BrowserTier, program: BrowserProgram): Promise<BrowserProcess> {
    leftovers ??= removeLeftovers().catch(() => undefined);
    await leftovers;
    await using resources = new AsyncDisposableStack();
    const profile = await mkdtemp(join(tmpdir(), `${PROFILE_PREFIX}${process.pid}-`));
    resources.defer(() => rm(profile, { recursive: true, force: true, maxRetries: 3 }));
    if (program.identity !== undefined) {
      await chown(profile, program.identity.uid, program.identity.gid);
    }
    await writeFile(join(profile, FONT_CONFIGURATION), program.fonts.configuration, { mode: 0o644 });
    if (tier === "bubblewrap" && program.proxyUrl !== undefined) {
      const relay = await openEgressRelay(join(profile, RELAY_SOCKET), program.proxyUrl);
      resources.defer(() => relay.close());
    }
    const child = spawnBrowser(browserCommand(tier, program, profile), profile);
    const started = new BrowserProcess(child, proxyUrlIn(tier, program), resources.move());
    try {
      const { product } = await started.connection.call("Browser.getVersion", {}, { timeoutMs: START_TIMEOUT_MS });
      started.product = product.replace("HeadlessChrome/", "Chromium ");
      return started;
    } catch {
      started.kill();
      await started.ended;
      throw new Error(started.#reason());
    }
  }

  /** Takes over a process that has started; `resources` are released when it has ended. */
  private constructor(child: ChildProcess, proxyUrl: string | undefined, resources: AsyncDisposableStack) {
    this.#child = child;
    this.proxyUrl = proxyUrl;
    const [, , stderr, toBrowser, fromBrowser] = child.stdio;
    assert(
      stderr instanceof Readable && toBrowser instanceof Writable && fromBrowser instanceof Readable,
      "pipes of a child are streams",
    );
    stderr.on("data", (chunk: Buffer) => {
      this.#lastWords = (this.#lastWords + chunk.toString("utf8")).slice(-STDERR_TAIL_CHARACTERS);
    });
    stderr.on("error", () => undefined);
    this.connection = new Connection(toBrowser, fromBrowser, { timeoutMs: CALL_TIMEOUT_MS });
    this.ended = this.#waitForEnd(resources);
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Asks the browser to close, so that it waits for its own children, and kills what is left then. */
  async close(): Promise<void> {
    this.connection.call("Browser.close", {}).catch(() => undefined);
    await Promise.race([this.ended, delay(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
    this.kill();
    await this.ended;
  }

  kill(): void {
    const { pid } = this.#child;
    if (pid !== undefined && this.#child.exitCode === null && this.#child.signalCode === null) {
      killGroup(pid);
    }
  }

  async #waitForEnd(resources: AsyncDisposableStack): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#child.once("exit", () => resolve());
      this.#child.once("error", (error) => {
        this.#lastWords += error.message;
        resolve();
      });
    });
    // A browser that crashed leaves processes behind in its group.
    if (this.#child.pid !== undefined) {
      killGroup(this.#child.pid);
    }
    for (const stream of this.#child.stdio) {
      stream?.destroy();
    }
    await this.connection.lost;
    await resources.disposeAsync();
  }

  /**
   * Returns the printed line that explains a failed start best: which sandbox it may not make, or which library is
   * missing.
   */
  #reason(): string {
    const lines = this.#lastWords.trim().split("\n");
    const telling = lines.find((line) => /FATAL|No usable sandbox|error while loading|bwrap:|setpriv:/.test(line));
    return (telling ?? lines.at(-1) ?? "").replace(/^\[[^\]]*\]\s*/, "").slice(0, 300) || "it ended without a message";
  }
}

/** Starts the process; when there is no such program, it reports that as an event. */
function spawnBrowser(command: BrowserCommand, profile: string): ChildProcess {
  return spawn(command.program, command.arguments, {
    cwd: profile,
    env: command.environment,
    // A separate process group leaves a Ctrl-C at the service's terminal to the service, and lets everything that the
    // browser has started be ended together.
    detached: true,
    // The supervisor of a confined browser sees by the first that the service has ended.
    stdio: ["pipe", "ignore", "pipe", "pipe", "pipe"],
  });
}

/** Removes the profiles of services that were killed. */
async function removeLeftovers(): Promise<void> {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(PROFILE_PREFIX));
  const left = names.filter((name) => {
    const pid = Number.parseInt(name.slice(PROFILE_PREFIX.length), 10);
    // A profile with this process's own id was left by an earlier process.
    return pid === process.pid || !isAlive(pid);
  });
  await Promise.all(
    left.map((name) => rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => undefined)),
  );
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user is alive as well.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch (error) {
    // The group has no processes left.
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) {
      throw error;
    }
  }
}

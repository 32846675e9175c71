import { extname, join } from "node:path";
import { reasonOf } from "../pool-events.ts";
import type { SlotsDirectory } from "../slot-directory.ts";
import { WorkerEnded } from "../worker-end.ts";
import { WorkerProcess } from "../worker-process.ts";
import { possibleTiers, type TierName, workerCommand, workerIdentity } from "./sandbox.ts";

/** The sandbox that workers run in, for the log, health and `quire doctor`. */
export interface Sandbox {
  readonly tier: TierName;
  /** The names of the walls, of type `Wall`. */
  readonly walls: readonly string[];
  /** A description in one or two sentences for people. */
  readonly sentence: string;
}

/**
 * Finds the best tier that works here, by starting a worker that does nothing in each until one gets ready. With
 * `only`, that tier alone is tried.
 * @throws Error when none works, with the reason of each.
 */
export async function chooseSandbox(options: {
  readonly slots: SlotsDirectory;
  /** The slot to try it in, which no worker uses meanwhile; the first if absent. */
  readonly slotIndex?: number;
  readonly firstWorkerUid: number;
  readonly only?: TierName | undefined;
}): Promise<Sandbox> {
  const refusals: string[] = [];
  for (const tier of options.only === undefined ? possibleTiers() : [options.only]) {
    const outcome = await tryTier(tier, options);
    if (outcome.works) {
      return { tier, walls: outcome.walls, sentence: [sentenceFor(tier, outcome.walls), ...refusals].join(" ") };
    }
    refusals.push(`${tier} does not work here (${outcome.reason}).`);
  }
  throw new Error(`Engine processes cannot be started. ${refusals.join(" ")}`);
}

type Outcome =
  | { readonly works: true; readonly walls: readonly string[] }
  | { readonly works: false; readonly reason: string };

async function tryTier(
  tier: TierName,
  { slots, slotIndex = 0, firstWorkerUid }: Parameters<typeof chooseSandbox>[0],
): Promise<Outcome> {
  if (!possibleTiers().includes(tier)) {
    return { works: false, reason: "the user or the system does not allow it" };
  }
  const slot = slots.slot(slotIndex, workerIdentity(firstWorkerUid, slotIndex), { bytes: 0, files: 0 });
  await slot.renew();
  try {
    const { worker, ready } = await WorkerProcess.start(workerCommand(tier, probeProgram, slot), slot.path);
    worker.kill();
    const end = await worker.ended;
    // A container may leave root without the right to end other users' processes, which every deadline relies on.
    return end.signal === "SIGKILL"
      ? { works: true, walls: ready.confinement }
      : { works: false, reason: "a worker cannot be killed" };
  } catch (error) {
    return { works: false, reason: startFault(error) };
  } finally {
    await slot.remove();
  }
}

const probeProgram = {
  entry: join(import.meta.dirname, `probe-worker${extname(import.meta.filename)}`),
  readOnlyPaths: [],
  memoryBytes: 256 * 2 ** 20,
  fileBytes: 2 ** 20,
  settings: {},
};

/**
 * Returns why a worker did not start. The first line that its program printed says most; for bubblewrap, which
 * namespace it may not make.
 */
function startFault(error: unknown): string {
  const lastWords = error instanceof WorkerEnded ? error.end.stderr.trim().split("\n")[0] : undefined;
  return lastWords || reasonOf(error);
}

function sentenceFor(tier: TierName, walls: readonly string[]): string {
  const filter = walls.includes("system-call-filter")
    ? "A system-call filter refuses sockets and programs."
    : "There is no system-call filter for this processor: engines can use the network if the sandbox has one.";
  switch (tier) {
    case "bubblewrap":
      return `Engines run in bubblewrap sandboxes without network, and see only their own files. ${filter}`;
    case "other-uid":
      return walls.includes("landlock")
        ? `Engines run as separate users, and Landlock shows them only their own files. ${filter}`
        : `Engines run as separate users, and can read what every user can. ${filter}`;
    case "plain":
      return walls.includes("landlock")
        ? `Engines run as the service's own user, and Landlock shows them only their own files. ${filter}`
        : `Engines run as the service's own user and, if taken over, can read what it can. ${filter}`;
  }
}

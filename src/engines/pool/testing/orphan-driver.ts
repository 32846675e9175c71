import { join } from "node:path";
import type { TierName } from "../sandbox/sandbox.ts";
import { startTestPool, work } from "./test-pool.ts";

/** The argument of this program, passed as JSON. */
export interface OrphanTask {
  readonly tier: TierName;
  readonly dataDirectory: string;
}

/**
 * A service that is to be killed: it keeps one worker busy and one idle, prints that it does, and waits for its end.
 */
const { tier, dataDirectory }: OrphanTask = JSON.parse(process.argv[2] ?? "");
const { pool } = await startTestPool({ tier, size: 2, slotsDirectory: join(dataDirectory, "slots") });
const stream = pool.stream({ method: "spin", parameters: {}, inputs: [], work: work(600_000) });
await stream.next();
process.stdout.write("turning\n");
await stream.next();

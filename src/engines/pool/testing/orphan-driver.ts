import { tierNames } from "../sandbox.ts";
import { startTestPool, work } from "./test-pool.ts";

/*
 * A service that is killed: starts a pool in the tier named by its argument, keeps one worker turning and one idle, says
 * so, and waits for its end.
 */
const tier = tierNames.find((name) => name === process.argv[2]);
const { pool } = await startTestPool({ tier, size: 2 });
const stream = pool.stream({ method: "spin", parameters: {}, inputs: [], work: work(600_000) });
await stream.next();
process.stdout.write("turning\n");
await stream.next();

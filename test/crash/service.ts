/*
 * Runs the service like `quire serve`, to be killed. Usage: node test/crash/service.ts [CrashPoint as JSON]; settings
 * are environment variables. Prints `process ID listens on ADDRESS` on standard error.
 */
import { seededRandom } from "../../bench/measuring/random.ts";
import { startService } from "../../src/main.ts";
import { readConfig } from "../../src/platform/config/config.ts";
import type { CrashPoint } from "./milestones.ts";

const [argument] = process.argv.slice(2);
const point = argument === undefined ? undefined : (JSON.parse(argument) as CrashPoint);
const random = seededRandom(point?.seed ?? 0);

const service = await startService(readConfig(), {
  onMilestone(reached) {
    if (point !== undefined && reached === point.milestone && random() < point.probability) {
      // The signal is delivered before kill(2) returns: this process runs nothing after it.
      process.kill(process.pid, "SIGKILL");
    }
  },
});
console.error(`process ${process.pid} listens on ${service.address}`);
process.once("SIGTERM", () => void service.close());

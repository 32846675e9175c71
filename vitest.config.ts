import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./test/longest-first.ts";

const isWholeRun = process.env.QUIRE_TEST_FULL === "1";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "packages/**/*.test.ts", "test/**/*.test.ts"],
    // The whole run tries properties on new values each time.
    setupFiles: isWholeRun ? [] : ["test/fixed-seed.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Tests wait for processes, windows and deadlines, and a machine can stall for seconds: what fails twice is wrong. The
    // whole run does not try again, and a test that passed the second time is told.
    retry: isWholeRun ? 0 : 1,
    expect: { poll: { timeout: 20_000 } },
    // Two more than there are cores: many tests wait for a window, a deadline or a process.
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: LongestFirst },
    env: {
      // Hundreds of services and commands are started: their modules are compiled once.
      NODE_COMPILE_CACHE: join(import.meta.dirname, "node_modules/.cache/tests"),
      // ImageMagick judges small pictures, thousands of times: its threads take longer to begin than to draw.
      OMP_NUM_THREADS: "1",
    },
  },
});

import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./test/running/longest-first.ts";
import { PROCESSES, SLOW } from "./test/running/projects.ts";
import { SlowestFiles } from "./test/running/slowest-files.ts";

const isWholeRun = process.env.QUIRE_TEST_FULL === "1";

/* docs/testing.md says what each project is for. */
export default defineConfig({
  test: {
    // The whole run tries properties on new values each time.
    setupFiles: isWholeRun ? [] : ["test/running/fixed-seed.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    pool: "forks",
    // Files follow each other in one process, which has loaded the modules already.
    isolate: false,
    maxWorkers: availableParallelism(),
    sequence: { sequencer: LongestFirst },
    reporters: ["default", new SlowestFiles()],
    env: {
      // Services and commands are started by the hundred: their modules are compiled once.
      NODE_COMPILE_CACHE: join(import.meta.dirname, "node_modules/.cache/tests"),
      // Programs beside the service draw with the same fonts on any machine.
      FONTCONFIG_FILE: join(import.meta.dirname, "test/running/fonts.conf"),
      // ImageMagick judges small pictures, thousands of times: its threads take longer to begin than to draw.
      OMP_NUM_THREADS: "1",
    },
    projects: [
      {
        extends: true,
        test: {
          name: "slow",
          include: SLOW,
          globalSetup: "test/running/services.ts",
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: "api",
          include: PROCESSES,
          exclude: SLOW,
          globalSetup: "test/running/services.ts",
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          name: "unit",
          include: ["src/**/*.test.ts", "packages/**/*.test.ts"],
          exclude: [...SLOW, ...PROCESSES],
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});

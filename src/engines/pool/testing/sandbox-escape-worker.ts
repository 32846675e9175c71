import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Methods } from "../protocol.ts";
import { serveTasks } from "../worker-host.ts";
import { namespaces, type Targets, tryToEscape } from "./sandbox-escape.ts";

const methods: Methods = {
  async *tryToEscape({ parameters, inputs }) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the driver is the only caller
    const reached = await tryToEscape(parameters as Targets, inputs);
    // oxlint-disable-next-line node/no-process-env -- to see that there is none
    yield { reached, environment: Object.keys(process.env), uid: process.getuid?.(), namespaces: namespaces() };
  },
  /** Keeps a secret in its slot, for the other worker to look for. */
  async *hold({ inputs: [path = ""], outputDirectory }) {
    writeFileSync(join(outputDirectory, "secret"), readFileSync(path));
    yield { held: true };
    await delay(600_000);
  },
};

await serveTasks(methods);

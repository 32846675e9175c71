import { release, type } from "node:os";
import type { EnginePool } from "../engines/pool/pool.ts";
import type { Config } from "../platform/config/config.ts";
import { settingsInForce } from "../platform/config/settings-in-force.ts";
import type { SystemFacts } from "../platform/health/system-facts.ts";
import type { PoolState as PoolGauges } from "../platform/telemetry/metrics.ts";
import type { RunningEngines } from "../running-engines.ts";
import { version } from "../version.ts";

/** Returns what an administrator is shown of the machine and the engines. */
export function systemFacts(
  config: Config,
  { pools, engineStates, queueStates }: Pick<RunningEngines, "pools" | "engineStates" | "queueStates">,
): SystemFacts {
  const engines = engineStates();
  const { tier, walls, sentence } = pools.pdf.state().sandbox;
  return {
    versions: {
      quire: version,
      node: process.versions.node,
      sqlite: process.versions.sqlite ?? "",
      system: `${type()} ${release()}`,
    },
    settings: settingsInForce(config),
    engines,
    queues: queueStates(),
    fonts: {
      folder: config.QUIRE_FONTS_DIR ?? null,
      coverage: engines.find(({ name }) => name === "fonts")?.detail ?? "",
    },
    isolation: { tier, walls, sentence },
  };
}

/** Returns what the metrics show of a pool. */
export function poolGauges(name: string, pool: EnginePool): PoolGauges {
  const { idle, busy, waiting, restarts } = pool.state();
  return { pool: name, workers: idle + busy, busy, queued: waiting, restarts };
}

import type { TestProject } from "vitest/node";
import { type OwnService, type Service, startService } from "../api/running-service.ts";
import { compileEngineModules } from "./compile-engine-modules.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The services with the usual settings, one for each worker process. */
    readonly services: readonly Service[];
  }
}

/** The usual settings; the address is of a network that nobody has, and may be a webhook's. */
const SETTINGS = { QUIRE_WORKERS: "2", QUIRE_OUTBOUND_ALLOW: "192.0.2.1" };

/**
 * Starts the services that suites with the usual settings share, one for each worker process, before the first file of
 * a project; ends them after the last.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await compileEngineModules();
  const count = project.vitest.config.maxWorkers;
  const services = await Promise.all(Array.from({ length: count }, () => startService(SETTINGS)));
  project.provide("services", services.map(plain));
  return async () => {
    await Promise.all(services.map((service) => service.stop()));
  };
}

/** Returns the part of a service that can be sent to another process. */
function plain({ baseUrl, port, key, pid, dataDirectory, restingEntries, keepsResults }: OwnService): Service {
  return { baseUrl, port, key, pid, dataDirectory, restingEntries, keepsResults };
}

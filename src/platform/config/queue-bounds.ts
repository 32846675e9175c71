import type { Config } from "./config.ts";
import { pdfWorkers } from "./process-users.ts";

/** Returns how many requests for operations may be under way: those at work, and those that wait. */
export const requestPlaces = (config: Config): number => pdfWorkers(config) + config.QUIRE_QUEUE_LIMIT;

/**
 * Returns how many may wait for one engine. Who may wait was decided with the request's place, once and at the start: an
 * engine's queue is so much longer that it refuses none of them later, when a process is being replaced, or when accounts
 * below their share were given places beyond the others.
 */
export const engineQueueLimit = (config: Config): number => 2 * requestPlaces(config);

import type { FastifyRequest } from "fastify";
import { LogController } from "fastify";
import type { Metrics } from "../../telemetry/metrics.ts";
import type { OpenExchange } from "./activity.ts";

/**
 * The status of an exchange whose client went away before the end of its answer; the number is nginx's, which is widely
 * known.
 */
const CLIENT_CLOSED_REQUEST = 499;

/** Writes the one line per request, and counts it. */
export function reportExchange(
  { exchange, response }: OpenExchange,
  { method, log, routeOptions: { url: route } }: FastifyRequest,
  metrics: Metrics,
): void {
  const status = exchange.rawStatus ?? (response.writableFinished ? response.statusCode : CLIENT_CLOSED_REQUEST);
  const durationMs = performance.now() - exchange.startedMs;
  metrics.requestFinished({ route, method, status, seconds: durationMs / 1000 });
  const { code, uploadedBytes, answeredBytes, files, pages, credits, job } = exchange.figures;
  log.info(
    {
      trace_id: exchange.traceId,
      key_id: exchange.caller?.key.id,
      method,
      route,
      status,
      code,
      duration_ms: Math.round(durationMs * 10) / 10,
      uploaded_bytes: uploadedBytes,
      answered_bytes: answeredBytes,
      files,
      pages,
      credits,
      job_id: job,
    },
    "request",
  );
}

/** Returns a log controller that turns Fastify's own lines about requests off: they repeat ours, and hold paths. */
export const silentRequestLog = (): LogController =>
  new LogController({ disableRequestLogging: true, requestIdLogLabel: "request_id" });

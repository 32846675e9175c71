import { AsyncLocalStorage } from "node:async_hooks";
import type { AttributeValue, Context, Span, SpanContext, Tracer } from "@opentelemetry/api";
import { Failure } from "../../kernel/failure.ts";
import {
  begunSteps,
  onStepEnded,
  type Step,
  type StepFacts,
  type StepKind,
  setTraceparentSource,
} from "../../kernel/observation.ts";

/** Where traces are sent. */
export interface TracingSettings {
  /** The address of the collector, to which `/v1/traces` is added. */
  readonly endpoint: string;
  readonly token: string | undefined;
  /** The name by which the store knows this process. */
  readonly instance: string;
  readonly version: string;
}

const API = () => import("@opentelemetry/api");

/**
 * Traces the steps of the work, and sends them to a collector in OTLP over HTTP, until it is disposed of. What cannot be sent
 * is dropped: work never waits for a collector. The packages of OpenTelemetry are loaded here, and nowhere else.
 */
export async function startTracing(settings: TracingSettings): Promise<AsyncDisposable> {
  const [api, { BatchSpanProcessor, TracerProvider }, { OTLPTraceExporter }, { resourceFromAttributes }] =
    await Promise.all([
      API(),
      import("@opentelemetry/sdk-trace"),
      import("@opentelemetry/exporter-trace-otlp-http"),
      import("@opentelemetry/resources"),
    ]);
  const { endpoint, token, instance, version } = settings;
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/$/, "")}/v1/traces`,
    ...(token !== undefined && { headers: { authorization: `Bearer ${token}` } }),
    timeoutMillis: EXPORT_MS,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      "service.name": "quire",
      "service.version": version,
      "service.instance.id": instance,
    }),
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: EXPORT_MS })],
  });
  const following = follow(api, provider.getTracer("quire", version));
  return {
    async [Symbol.asyncDispose]() {
      following[Symbol.dispose]();
      // A collector that does not answer is given up after its time.
      await provider.shutdown().catch(() => undefined);
    },
  };
}

const EXPORT_MS = 5000;

/** The steps that begin a trace where none is under way; others belong to one or are not traced. */
const ROOTS: ReadonlySet<StepKind> = new Set(["request", "job", "webhook"]);

type Api = Awaited<ReturnType<typeof API>>;

/** Makes a span of each step that begins a trace or belongs to one. */
function follow(api: Api, tracer: Tracer): Disposable {
  const { trace, ROOT_CONTEXT, SpanStatusCode } = api;
  const active = new AsyncLocalStorage<Context | undefined>();
  const spans = new WeakMap<Step, Span>();
  const begin = (step: Step): Context | undefined => {
    const parent = parentOf(api, step) ?? active.getStore();
    if (parent === undefined && !ROOTS.has(step.kind)) {
      return undefined;
    }
    const span = tracer.startSpan(
      nameOf(step),
      { kind: spanKind(api, step.kind), startTime: performance.timeOrigin + step.startedMs },
      parent ?? ROOT_CONTEXT,
    );
    spans.set(step, span);
    return trace.setSpan(parent ?? ROOT_CONTEXT, span);
  };
  // What a step runs in is bound before the step is told of; one that runs nothing is told of alone.
  begunSteps.bindStore(active, (message) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- observation.ts alone publishes there
    return begin(message as Step) ?? active.getStore();
  });
  const told = (message: unknown): void => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
    const step = message as Step;
    if (!spans.has(step) && step.runsNothing === true) {
      begin(step);
    }
  };
  begunSteps.subscribe(told);
  const ending = onStepEnded((step) => {
    const span = spans.get(step);
    if (span === undefined) {
      return;
    }
    span.setAttributes(attributesOf(step));
    if (step.error !== undefined || Number(step.facts["status"]) >= 500) {
      span.setStatus({ code: SpanStatusCode.ERROR });
    }
    span.end(performance.timeOrigin + (step.endedMs ?? step.startedMs));
  });
  setTraceparentSource(() => traceparentOf(trace.getSpanContext(active.getStore() ?? ROOT_CONTEXT)));
  return {
    [Symbol.dispose]() {
      begunSteps.unbindStore(active);
      begunSteps.unsubscribe(told);
      ending[Symbol.dispose]();
      setTraceparentSource(undefined);
    },
  };
}

/** Returns the context of the step that another process has named, when this one belongs to it. */
function parentOf({ trace, ROOT_CONTEXT }: Api, { facts: { traceparent } }: Step): Context | undefined {
  const [, traceId, spanId, flags] = String(traceparent ?? "").split("-");
  return traceId === undefined || spanId === undefined || flags === undefined
    ? undefined
    : trace.setSpanContext(ROOT_CONTEXT, {
        traceId,
        spanId,
        traceFlags: Number.parseInt(flags, 16),
        isRemote: true,
      });
}

const traceparentOf = (span: SpanContext | undefined): string | undefined =>
  span && `00-${span.traceId}-${span.spanId}-${span.traceFlags.toString(16).padStart(2, "0")}`;

function nameOf({ kind, facts }: Step): string {
  switch (kind) {
    case "request":
      return `${facts["method"]} ${facts["route"] ?? ""}`.trim();
    case "operation":
    case "job":
      return `${kind} ${facts["operation"]}`;
    case "engine task":
      return `${facts["pool"]} ${facts["method"]}`;
    case "engine wait":
      return `wait for ${facts["pool"]}`;
    case "store":
      return `store ${facts["transaction"]}`;
    case "s3 request":
      return `S3 ${facts["method"]}`;
    case "webhook":
      return `webhook ${facts["event"]}`;
    case "admission":
      return "admission";
  }
}

function spanKind({ SpanKind }: Api, kind: StepKind) {
  switch (kind) {
    case "request":
      return SpanKind.SERVER;
    case "job":
      return SpanKind.CONSUMER;
    case "store":
    case "s3 request":
    case "webhook":
      return SpanKind.CLIENT;
    case "admission":
    case "engine task":
    case "engine wait":
    case "operation":
      return SpanKind.INTERNAL;
  }
}

/** The names that the conventions of OpenTelemetry have for facts of HTTP. */
const HTTP_NAMES: Readonly<Record<string, string>> = {
  method: "http.request.method",
  route: "http.route",
  status: "http.response.status_code",
};

function attributesOf({ kind, facts, error }: Step): Record<string, AttributeValue> {
  const isHttp = kind === "request" || kind === "s3 request";
  const named = (name: string): string => (isHttp ? HTTP_NAMES[name] : undefined) ?? `quire.${name}`;
  return {
    ...Object.fromEntries(shown(facts).map(([name, value]) => [named(name), value])),
    // A message may repeat what a caller wrote; a code does not.
    ...(error !== undefined && { "error.type": error instanceof Failure ? error.code : "_OTHER" }),
  };
}

const shown = (facts: StepFacts): readonly (readonly [string, string | number])[] =>
  Object.entries(facts).flatMap(([name, value]) =>
    value === undefined || name === "traceparent" ? [] : [[name, value] as const],
  );

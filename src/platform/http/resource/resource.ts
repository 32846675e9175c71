import type { z } from "zod";
import type { Engines } from "../../../engines/engines.ts";
import type { Limits } from "../../../kernel/limits.ts";
import type { Operation } from "../../../operations/operation.ts";
import type { Caller } from "../../auth/callers.ts";
import type { AccountBounds } from "../../config/account-bounds.ts";
import type { ServiceLimits } from "../../config/limits.ts";
import type { Metering } from "../../credits/metering.ts";
import type { Answer } from "../../execution/execution.ts";
import type { SystemFacts } from "../../health/system-facts.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import type { KeyScope } from "../../store/key-store.ts";
import type { Store } from "../../store/store.ts";
import type { TemplateBounds } from "../../store/template-store.ts";
import type { JudgeUrl } from "../../webhooks/webhook-url.ts";
import type { DescribedStatus } from "../openapi/errors.ts";
import type { OccasionalHeader } from "../openapi/headers.ts";
import type { JsonObject } from "../openapi/json.ts";
import type { Preconditions } from "./preconditions.ts";

/** The services that the resources use. */
export interface Services {
  readonly store: Store;
  readonly jobs: Jobs;
  readonly operations: readonly Operation[];
  readonly limits: Limits;
  /** The bounds of keys that have none themselves. */
  readonly defaults: { readonly rateLimit: number; readonly readRateLimit: number; readonly concurrency: number };
  readonly serviceLimits: ServiceLimits;
  readonly metering: Metering;
  readonly pepper: Buffer;
  readonly engines: Pick<Engines, "composer" | "recognizer">;
  readonly accountBounds: AccountBounds;
  readonly templateBounds: TemplateBounds;
  /** Returns what an administrator is shown of the machine and the engines. */
  describeSystem(): SystemFacts;
  /** Judges the addresses that events are to be sent to. */
  readonly judgeUrl: JudgeUrl;
  /** Returns the time, in milliseconds of Unix time. */
  now(): number;
}

export interface ResourceRequest<Body, Query> {
  readonly caller: Caller;
  /** The parameters of the path, by name. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly body: Body;
  /** The base address as the client knows it, without a slash at its end, for absolute links. */
  readonly baseUrl: string;
  /**
   * The name of this request for the store, when it has an Idempotency-Key: the same request sent again has the same
   * name.
   */
  readonly origin: string | undefined;
  readonly preconditions: Preconditions;
  /** The header Last-Event-ID. */
  readonly lastEventId: string | undefined;
  /** Aborted when the client has gone or the service goes down. */
  readonly signal: AbortSignal;
}

/** One event of a stream (Server-Sent Events, HTML standard §9.2). */
export interface ServerSentEvent {
  readonly id: string;
  readonly event: string;
  readonly data: object;
}

export type ResourceAnswer =
  | {
      readonly kind: "json";
      readonly status: 200 | 201 | 202;
      readonly value: object;
      readonly headers?: Readonly<Record<string, string>>;
      /**
       * Whether the answer holds a secret: it is kept for a repeated request only so that its sender alone can read it.
       */
      readonly isSecret?: true;
      /** The credits left on the caller's own account, when the request changed them. */
      readonly creditsRemaining?: number;
    }
  | { readonly kind: "nothing" }
  /** The client already has the current version. */
  | { readonly kind: "not_modified"; readonly headers: Readonly<Record<string, string>> }
  /** An answer that was kept; `ended` is called once it has ended, with whether the client has all of its body. */
  | { readonly kind: "kept"; readonly answer: Answer; ended?(isWhole: boolean): Promise<void> }
  | { readonly kind: "events"; readonly events: AsyncIterable<ServerSentEvent> };

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * One resource of the service itself, declared once: the route, the check of scopes, validation and the API description
 * are derived from it. `handle` is a method, so that a list can hold resources of any schema.
 */
export interface Resource<Body extends z.ZodObject = z.ZodObject, Query extends z.ZodObject = z.ZodObject> {
  readonly method: Method;
  /** The path in Fastify's form, such as `/api/v1/keys/:id`. GET answers HEAD too. */
  readonly path: `/api/v1/${string}`;
  readonly operationId: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  /** The scopes of which any one is enough; empty: any key may use the resource. */
  readonly scopes: readonly KeyScope[];
  readonly query?: Query;
  /** The schema of the body, a JSON object. */
  readonly body?: Body;
  /** A body that the resource takes, for the API description. */
  readonly example?: Readonly<Record<string, unknown>>;
  /** The largest size of a body, in bytes; absent: `JSON_BODY_BYTES`. */
  readonly bodyBytes?: number;
  /** The conditions that a request may carry (RFC 9110 §13.1). */
  readonly conditions?: readonly ("If-Match" | "If-None-Match")[];
  /**
   * The answers except errors, by status: description, and the JSON schema of the body or the media types of other
   * bodies.
   */
  readonly answers: Readonly<
    Record<
      number,
      {
        readonly description: string;
        readonly schema?: JsonObject;
        readonly content?: Readonly<Record<string, JsonObject>>;
        readonly headers?: readonly OccasionalHeader[];
        /** Whether the body is the result of an operation: of any media type that one produces. */
        readonly isResult?: true;
      }
    >
  >;
  /** The statuses of its errors in addition to 401, 403, 422 (with body or query), 429, 500 and 503. */
  readonly errors?: readonly DescribedStatus[];
  /**
   * Answers a request.
   * @throws Failure, which is answered as everywhere
   */
  handle(request: ResourceRequest<z.output<Body>, z.output<Query>>, services: Services): Promise<ResourceAnswer>;
}

/** Returns a declared resource unchanged, with the types of its schemas inferred. */
export function resource<Body extends z.ZodObject, Query extends z.ZodObject>(
  declared: Resource<Body, Query>,
): Resource<Body, Query> {
  return declared;
}

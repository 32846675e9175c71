import { z } from "zod";
import { fields } from "../../../../kernel/fields/fields.ts";
import { type Resource, type ResourceAnswer, type ResourceRequest, resource } from "../../resource/resource.ts";
import { resourceService } from "./resource-service.ts";

export const common = { tag: "test", summary: "Test.", scopes: [], answers: {} } as const;
type Request = ResourceRequest<Record<string, unknown>, Record<string, unknown>>;
export type Handle = (request: Request) => ResourceAnswer | Promise<ResourceAnswer>;

/** Declares a resource for tests, with parameters in path, query and body. */
export const thing = (handle: Handle, method: Resource["method"] = "POST"): Resource =>
  resource({
    ...common,
    method,
    path: "/api/v1/things/:id",
    operationId: "make_thing",
    body: z.object({
      name: fields.optionalText({ maxLength: 5 }),
      size: fields.optionalJsonInteger({ min: 1 }),
    }),
    query: z.object({ size: fields.integer({ min: 1, default: 3 }) }),
    handle: async (request) => handle(request),
  });

/** Starts a service with such resources, an account and a key. */
export async function serve(...declared: readonly Resource[]) {
  const service = await resourceService({ declared });
  const account = await service.newAccount();
  const user = await service.newCaller(account);
  return { ...service, account, ...user };
}

import { lookup } from "node:dns/promises";
import type { FastifyInstance } from "fastify";
import type { Config } from "../config/config.ts";

/** Has a server take connections at the address of the settings; resolves to its base address, with the port found free. */
export async function listen(app: FastifyInstance, { QUIRE_HOST, QUIRE_PORT }: Config): Promise<string> {
  // For the name `localhost` Fastify makes a second server for the other family of addresses, to which the bounds of
  // connections do not apply.
  const { address } = await lookup(QUIRE_HOST);
  return app.listen({ host: address, port: QUIRE_PORT });
}

import type { FastifyReply } from "fastify";

/**
 * Sends `value` as `application/json`, as bytes: given a text, Fastify would add a charset parameter, which JSON does
 * not have.
 */
export const sendJson = (reply: FastifyReply, value: object): FastifyReply =>
  reply
    .header("content-type", "application/json")
    .header("cache-control", "no-store")
    .send(Buffer.from(JSON.stringify(value)));

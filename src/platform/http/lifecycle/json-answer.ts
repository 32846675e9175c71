import type { FastifyReply } from "fastify";

/** Sends `value` as `application/json` and nothing else: given text, Fastify would add a charset that JSON has not. */
export const sendJson = (reply: FastifyReply, value: object): FastifyReply =>
  reply
    .header("content-type", "application/json")
    .header("cache-control", "no-store")
    .send(Buffer.from(JSON.stringify(value)));

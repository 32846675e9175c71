import scalar from "@scalar/fastify-api-reference";
import { fastify } from "fastify";

/*
 * A process that writes the browser script of the API reference to standard output. The script's package holds it as a
 * string of 4 MB in a module and brings a parser along: in a separate process they hold up no request, and their memory
 * is given back.
 */

const app = fastify();
await app.register(scalar, { routePrefix: "/docs", configuration: { url: "/openapi.json" } });
const { body } = await app.inject("/docs/js/scalar.js");
process.stdout.write(body);

/*
 * Stores the body of a request on disk and answers with as many bytes as the query says: the cost of a transfer without
 * any work on it. Usage: echo-server.ts <directory>; prints its port. Ends with its input.
 */
import { createReadStream, createWriteStream, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";

const [directory] = process.argv.slice(2);
if (directory === undefined) {
  throw new Error("Usage: echo-server.ts <directory>");
}
const received = join(directory, "received");
const answer = join(directory, "answer");
let answerBytes = 0;

const server = createServer((request, response) => {
  const bytes = Number(request.url?.slice(1));
  if (bytes !== answerBytes) {
    writeFileSync(answer, Buffer.alloc(bytes, 0x61));
    answerBytes = bytes;
  }
  pipeline(request, createWriteStream(received))
    .then(() => {
      response.writeHead(200, { "Content-Type": "application/pdf", "Content-Length": bytes });
      return pipeline(createReadStream(answer), response);
    })
    .catch((error: unknown) => {
      console.error(error);
      response.destroy();
    });
});
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo;
  console.log(port);
});
process.stdin.on("end", () => process.exit(0)).resume();

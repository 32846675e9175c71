import { openS3Blobs } from "../s3/s3-blobs.ts";
import { s3SettingsFor } from "./s3-server.ts";

/*
 * A process of its own, so that nothing but the store counts: carries a file to an S3 store and back, then a larger one,
 * and writes by how much its memory grows with the larger one. Arguments: the port of the server, the key, both files,
 * where to fetch them to.
 */

const [port, key = "", small = "", large = "", target = ""] = process.argv.slice(2);
const blobs = openS3Blobs(s3SettingsFor(Number(port)));

// The garbage of pieces is collected by the tens of megabytes, whatever the size of the whole.
await blobs.put(key, { path: small });
await blobs.fetch(key, target);
const beforeBytes = process.memoryUsage.rss();
let mostBytes = beforeBytes;
const timer = setInterval(() => {
  mostBytes = Math.max(mostBytes, process.memoryUsage.rss());
}, 5);

await blobs.put(key, { path: large });
await blobs.fetch(key, target);
const opened = await blobs.open(key);
let streamedBytes = 0;
for await (const chunk of opened?.content ?? []) {
  streamedBytes += (chunk as Buffer).length;
}
clearInterval(timer);
process.stdout.write(JSON.stringify({ growth: mostBytes - beforeBytes, streamedBytes }));

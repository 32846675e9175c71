import { openS3Blobs } from "../s3/s3-blobs.ts";
import { s3SettingsFor } from "./s3-server.ts";

/*
 * A process of its own, so that nothing but the store counts: puts a file in an S3 store and fetches it again, and writes
 * the growth of its memory. Arguments: the port of the server, the key, the file, where to fetch it to.
 */

const [port, key = "", file = "", target = ""] = process.argv.slice(2);
const blobs = openS3Blobs(s3SettingsFor(Number(port)));

// What every process has once it has made its first requests.
await blobs.put(key, { bytes: new Uint8Array(1000) });
await blobs.read(key);
globalThis.gc?.();
const beforeBytes = process.memoryUsage.rss();
let mostBytes = beforeBytes;
const timer = setInterval(() => {
  mostBytes = Math.max(mostBytes, process.memoryUsage.rss());
}, 5);

await blobs.put(key, { path: file });
const putGrowth = mostBytes - beforeBytes;
await blobs.fetch(key, target);
const opened = await blobs.open(key);
let streamedBytes = 0;
for await (const chunk of opened?.content ?? []) {
  streamedBytes += (chunk as Buffer).length;
}
clearInterval(timer);
process.stdout.write(JSON.stringify({ putGrowth, growth: mostBytes - beforeBytes, streamedBytes }));

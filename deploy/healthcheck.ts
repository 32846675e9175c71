/*
 * The health check of the image, which has no curl: ends with 0 when the node in this container can take work, and with 1
 * otherwise. It works for `quire serve` and `quire worker` alike.
 */

// oxlint-disable-next-line node/no-process-env -- the setting of the node beside it
const port = process.env["QUIRE_PORT"] ?? "8080";

// The answer comes within 3 s also when the database hangs; the image gives the check 5 s.
process.exitCode = await fetch(`http://127.0.0.1:${port}/health/ready`, { signal: AbortSignal.timeout(4000) }).then(
  ({ status }) => (status === 200 ? 0 : 1),
  () => 1,
);

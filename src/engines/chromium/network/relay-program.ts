import { spawn } from "node:child_process";
import { connect, createServer } from "node:net";

/*
 * Runs next to the browser in its network namespace, which has only a loopback interface: takes what the browser sends
 * to its proxy and passes it to the Unix socket that leads to the service's. It starts the browser, and ends with it.
 */

const [socketPath = "", port = "", program = "", ...flags] = process.argv.slice(2);

const server = createServer({ allowHalfOpen: true }, (client) => {
  const service = connect({ path: socketPath, allowHalfOpen: true });
  client.on("error", () => service.destroy());
  service.on("error", () => client.destroy());
  client.pipe(service);
  service.pipe(client);
});
server.listen(Number(port), "127.0.0.1", () => {
  // Descriptors 3 and 4 are those by which the browser is controlled.
  const browser = spawn(program, flags, { stdio: ["ignore", "ignore", "inherit", 3, 4] });
  browser.on("error", () => process.exit(127));
  browser.on("exit", (code) => process.exit(code ?? 1));
});

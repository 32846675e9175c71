import { browserTiers } from "../browser/command.ts";
import { createPrinter } from "../printer.ts";

/* A service with a browser that is busy; it prints a line when it is, and waits to be killed. */

const [uid = "", tierName = ""] = process.argv.slice(2);
const printer = createPrinter({
  pages: 1,
  queueLimit: 1,
  sandbox: "auto",
  tier: browserTiers.find((tier) => tier === tierName),
  uid: Number(uid),
  proxy: undefined,
  memoryBytes: 2 ** 30,
  log: () => undefined,
});
await printer.ready();
process.stdout.write(`${printer.state().state}\n`);
setInterval(() => undefined, 60_000);

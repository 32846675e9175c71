import type { BrowserTier } from "../../src/engines/chromium/browser/command.ts";
import type { EgressBudget, EgressProxy } from "../../src/engines/chromium/network/egress.ts";
import { type ChromiumPrinter, createPrinter } from "../../src/engines/chromium/printer.ts";
import { type DocumentPrinter, documentPrinter } from "../../src/engines/conformance/documents/printed-documents.ts";
import { connectTcp } from "../../src/platform/egress/connecting.ts";
import { createEgress } from "../../src/platform/egress/egress.ts";
import { Site } from "./site.ts";
import { OWN_PORT_IDS } from "./vectors.ts";

/** A public address, which in these tests leads to the open site. */
const PUBLIC_ADDRESS = "93.184.216.34";
const USUAL_PORTS = [80, 443, 8080, 8443];
const UID = 65_321;

/** The addresses of names: at the first look-up, at the second, and so on. */
const NAMES: Readonly<Record<string, readonly (readonly string[])[]>> = {
  "open.test": [[PUBLIC_ADDRESS]],
  "other.open.test": [[PUBLIC_ADDRESS]],
  "loop.test": [["127.0.0.1"]],
  "loop6.test": [["::1"]],
  "mapped.test": [["::ffff:127.0.0.1"]],
  "any.test": [["0.0.0.0"]],
  "both.test": [[PUBLIC_ADDRESS, "127.0.0.1"]],
  "127.0.0.1.nip.test": [["127.0.0.1"]],
  "metadata.test": [["169.254.169.254"]],
  "inside.test": [["10.0.0.7"]],
  "rebinding.test": [[PUBLIC_ADDRESS], ["127.0.0.1"]],
};

/**
 * The printer and the proxy as the service puts them together, an open site that may be reached by its port or as
 * `http://open.test/`, and a shut one, which also listens at the usual ports of the loopback interface.
 */
export interface World extends AsyncDisposable {
  readonly open: Site;
  readonly shut: Site;
  readonly printer: ChromiumPrinter;
  readonly print: DocumentPrinter["print"];
  readonly webPage: DocumentPrinter["webPage"];
  /** The addresses that the service itself connected to. */
  readonly dialled: readonly string[];
  /** Returns the URLs that the proxy refused, or found no host for. */
  refused(): readonly string[];
}

export async function openWorld({
  tier,
  documentsPerPage,
}: {
  readonly tier?: BrowserTier;
  readonly documentsPerPage?: number;
} = {}): Promise<World> {
  const [open, shut] = await Promise.all([Site.open(OWN_PORT_IDS), Site.open(OWN_PORT_IDS)]);
  const dialled: string[] = [];
  const turns = new Map<string, number>();
  const egress = createEgress(
    { QUIRE_OUTBOUND: "on", QUIRE_OUTBOUND_ALLOW: open.ports.map((port) => `127.0.0.1:${port}`).join() },
    {
      resolve: (name) => {
        const turn = turns.get(name) ?? 0;
        turns.set(name, turn + 1);
        return Promise.resolve(NAMES[name]?.[turn] ?? NAMES[name]?.at(-1) ?? []);
      },
      connect: (address, port) => {
        dialled.push(`${address}:${port}`);
        const isUsual = USUAL_PORTS.includes(port);
        return address === PUBLIC_ADDRESS
          ? connectTcp("127.0.0.1", open.port)
          : connectTcp(address, isUsual ? shut.port : port);
      },
    },
  );
  const outbound = await egress.startProxy();
  const budgets: EgressBudget[] = [];
  const proxy: EgressProxy = {
    url: `http://127.0.0.1:${outbound.port}`,
    openBudget: () => {
      const budget = outbound.openBudget({ maxBytes: 1e8, maxRequests: 2000, timeMs: 60_000 });
      budgets.push(budget);
      return budget;
    },
  };
  const printer = createPrinter({
    program: process.env.QUIRE_TEST_CHROMIUM,
    pages: 2,
    queueLimit: 1000,
    sandbox: "auto",
    tier,
    uid: UID,
    proxy,
    memoryBytes: 1.5 * 2 ** 30,
    documentsPerPage,
    log: () => undefined,
  });
  await printer.ready();
  const documents = await documentPrinter(printer);
  return {
    open,
    shut,
    printer,
    print: documents.print,
    webPage: documents.webPage,
    dialled,
    refused: () => budgets.flatMap(({ blocked, failures }) => [...blocked, ...failures]).map(({ url }) => url),
    async [Symbol.asyncDispose]() {
      await printer.close();
      await outbound.close();
      await Promise.all([documents, open, shut].map((part) => part[Symbol.asyncDispose]()));
    },
  };
}

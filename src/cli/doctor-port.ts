import { once } from "node:events";
import { createServer } from "node:net";
import { systemErrorCode } from "../platform/blobs/small-files.ts";
import type { Check } from "./doctor-report.ts";

/** The address that the service is to listen on. */
export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

/**
 * Checks whether the service can listen on its address, by doing so for a moment. A port that the service itself uses is
 * no fault: `holder` says which process has the data directory.
 */
export async function portCheck(
  address: ListenAddress,
  {
    holder,
    listen = listenForAMoment,
  }: { readonly holder: string | undefined; readonly listen?: typeof listenForAMoment },
): Promise<Check> {
  const about = { name: "Port", needed: true } as const;
  const place = `port ${address.port} of ${address.host}`;
  if (address.port === 0) {
    return {
      ...about,
      state: "ready",
      detail: `a free port of ${address.host} is chosen at each start (QUIRE_PORT is 0)`,
    };
  }
  try {
    await listen(address);
    return { ...about, state: "ready", detail: `${place} is free` };
  } catch (error) {
    const code = String(systemErrorCode(error));
    if (code === "EADDRINUSE" && holder !== undefined) {
      return {
        ...about,
        state: "ready",
        detail: `${place} is in use; the service runs with this data directory (${holder})`,
      };
    }
    const { detail, remedy } = fault(code, address);
    return { ...about, state: "unavailable", detail: `${place} ${detail} (${code})`, remedy: `Port: ${remedy}` };
  }
}

/** The first port that any user may listen on, unless the system says otherwise. */
const FIRST_FREE_PORT = 1024;

function fault(code: string, { port, host }: ListenAddress): { readonly detail: string; readonly remedy: string } {
  switch (code) {
    case "EADDRINUSE":
      return {
        detail: "is in use by another program",
        remedy: `end that program ('ss -ltnp sport = :${port}' names it), or set QUIRE_PORT to another port.`,
      };
    case "EACCES":
      return {
        detail: "is forbidden to this user",
        remedy:
          `set QUIRE_PORT to ${FIRST_FREE_PORT} or above and put a proxy before it, or give the service the capability ` +
          "CAP_NET_BIND_SERVICE (systemd: AmbientCapabilities=).",
      };
    case "EADDRNOTAVAIL":
      return {
        detail: "is not on this machine",
        remedy: `set QUIRE_HOST to an address of this machine; 0.0.0.0 is all of them.`,
      };
    default:
      return {
        detail: "cannot be listened on",
        remedy: `set QUIRE_HOST to an address or a name of this machine, and not ${host}.`,
      };
  }
}

async function listenForAMoment({ host, port }: ListenAddress): Promise<void> {
  const server = createServer();
  server.listen({ host, port, exclusive: true });
  await once(server, "listening");
  server.close();
  await once(server, "close");
}

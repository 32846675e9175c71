import { spawnSync } from "node:child_process";
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PDF_TO_IMAGE, send, toImages, upload } from "./client.ts";
import { fixture } from "./programs.ts";
import { expectFailure, expectOk, json } from "./reply.ts";
import { startService } from "./running-service.ts";
import { type Service } from "./service.ts";

/* The data directory is on a small separate disk, in a mount namespace that the test enters through /proc. */

const pdf = fixture("four-colours.pdf");
const DISK = "12m";

// Only a user who may mount in a separate namespace can have such a disk.
const mounting = (directory: string): string[] => [
  "unshare",
  ...(process.getuid?.() === 0 ? [] : ["--map-root-user"]),
  "--mount",
  "sh",
  "-c",
  `mount -t tmpfs -o size=${DISK} none "$0" && exec "$@"`,
  directory,
];
const canMount = spawnSync("unshare", [...mounting("/mnt").slice(1), "true"]).status === 0;

test.runIf(canMount)(
  "a full disk is reported, charges nothing, loses nothing, and the service recovers from it",
  async () => {
    const home = mkdtempSync(join(tmpdir(), "quire-disk-"));
    const disk = join(home, "disk");
    mkdirSync(disk);
    // The disk is smaller than the room that the service keeps free by default.
    const settings = { QUIRE_MIN_FREE_DISK_BYTES: "0" };
    const service = await startService(settings, { dataDirectory: join(disk, "data"), through: mounting(disk) });
    try {
      expectOk(await toImages(service, pdf, { dpi: 72 }));
      const room = fill(service, disk);
      const charged = await balance(service);

      for (const path of [PDF_TO_IMAGE, `${PDF_TO_IMAGE}?async=true`]) {
        const refused = await upload(service, { path, file: pdf, fields: { dpi: 72 } });
        expectFailure(refused, 503, "storage_unavailable");
        expect(refused.headers["x-credits-charged"]).toBe("0");
      }
      const kept = await makeKeysUntilRefused(service);
      expect(await balance(service)).toBe(charged);

      room.make();
      expectOk(await toImages(service, pdf, { dpi: 72 }));
      expect(await balance(service)).toBe(charged - 1);
      expect((await namesOfMadeKeys(service)).toSorted()).toEqual(kept.toSorted());
    } finally {
      await service.stop();
      rmSync(home, { recursive: true, force: true });
    }
  },
);

/** Fills the disk that the service sees at `disk`; `make` of the result makes room again. */
function fill({ pid }: Service, disk: string): { make(): void } {
  const path = join(`/proc/${pid}/root`, disk, "filling");
  const file = openSync(path, "w");
  const piece = Buffer.alloc(4096);
  try {
    while (statfsSync(join(path, "..")).bavail > 0) {
      writeSync(file, piece);
    }
  } catch {
    // The disk is full.
  } finally {
    // An open file would keep its space after its removal.
    closeSync(file);
  }
  return { make: () => rmSync(path) };
}

/**
 * Makes keys until one is refused, and returns the names of those that were made: the database's write-ahead log may
 * have room left for some.
 */
async function makeKeysUntilRefused(service: Service): Promise<string[]> {
  const kept: string[] = [];
  for (let count = 0; count < MOST_KEYS; count++) {
    const name = `made ${count}`;
    const body = Buffer.from(JSON.stringify({ name }));
    const headers = { "content-type": "application/json" };
    const reply = await send(service, { method: "POST", path: "/api/v1/keys", headers, body });
    if (reply.status !== 201) {
      expectFailure(reply, 503, "storage_unavailable");
      return kept;
    }
    kept.push(name);
  }
  throw new Error(`${MOST_KEYS} keys fitted onto a full disk.`);
}

const MOST_KEYS = 2000;

async function namesOfMadeKeys(service: Service): Promise<string[]> {
  const names: string[] = [];
  for (let cursor = ""; ; ) {
    const page = JSON.parse(String(expectOk(await send(service, { path: `/api/v1/keys?limit=100${cursor}` })).body));
    names.push(...page.items.map(({ name }: { name: string }) => name));
    if (page.next_cursor === null) {
      return names.filter((name) => name.startsWith("made "));
    }
    cursor = `&cursor=${page.next_cursor}`;
  }
}

const balance = async (service: Service): Promise<number> =>
  Number(Object(json(expectOk(await send(service, { path: "/api/v1/account" }))))["balance"]);

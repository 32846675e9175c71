import { createHmac } from "node:crypto";
import { resolve } from "node:path";
import { type Config, configSchema } from "../platform/config/config.ts";
import { shownSetting } from "../platform/config/shown-setting.ts";
import type { Store } from "../platform/store/store.ts";
import type { Log } from "../platform/telemetry/log.ts";

interface Recording {
  readonly store: Pick<Store, "auditLog" | "now">;
  /** The secret of the nodes; undefined for one that has none, of whose secrets only is noticed whether they are set. */
  readonly pepper: Buffer | undefined;
  readonly role: "serve" | "worker";
  readonly log: Log;
}

/**
 * Notes in the audit log and in the log which settings differ from those of the last start of a node with the same role and
 * data directory, by name alone.
 */
export async function recordSettings(config: Config, { store, pepper, role, log }: Recording): Promise<void> {
  const node = `${role} ${resolve(config.QUIRE_DATA_DIR)}`;
  const changed = await store.auditLog.recordSettings({ node, digests: digestsOf(config, pepper), now: store.now() });
  if (changed.length > 0) {
    log.info({ settings: changed }, "settings differ from those of the last start");
  }
}

/** Returns a digest of each setting; without the pepper nobody can guess a secret and compare. */
function digestsOf(config: Config, pepper: Buffer | undefined): Readonly<Record<string, string>> {
  const digest = (name: string, value: unknown): string =>
    createHmac("sha256", pepper ?? "")
      .update(`setting ${name} ${JSON.stringify(value)}`)
      .digest("base64url");
  const names = configSchema.keyof().options;
  return Object.fromEntries(
    names.map((name) => {
      const value = config[name] ?? null;
      return [name, digest(name, pepper === undefined ? shownSetting(name, value) : value)];
    }),
  );
}

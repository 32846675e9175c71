import type { Store } from "../store.ts";
import type { Sql } from "./sql.ts";

/* The leases of processes on what they have claimed: holds of requests, remembered requests, jobs, deliveries. */

type Lease = Parameters<Store["renewLease"]>[0];
type Recovery = Parameters<Store["recover"]>[0];

/** The condition of rows that were claimed by another process than `$instance`, which has no lease any more. */
export const IS_LEFT = "instance <> $instance AND instance NOT IN (SELECT id FROM instances)";

/** Renews the lease of an instance; see `Store.renewLease`. */
export async function renewLease(sql: Sql, { instance, leaseMs, now }: Lease): Promise<boolean> {
  const lease = { instance, endsAt: now + leaseMs };
  if ((await sql.run("UPDATE instances SET lease_ends_at = $endsAt WHERE id = $instance", lease)) > 0) {
    return true;
  }
  await sql.run("INSERT INTO instances (id, lease_ends_at) VALUES ($instance, $endsAt)", lease);
  return false;
}

/** Ends the leases whose time is over; where the process has the data to itself, those of all others. Returns their number. */
export async function endLeases(sql: Sql, { instance, isAlone, now }: Recovery): Promise<number> {
  return await (isAlone
    ? sql.run("DELETE FROM instances WHERE id <> $instance", { instance })
    : sql.run("DELETE FROM instances WHERE id <> $instance AND lease_ends_at <= $now", { instance, now }));
}

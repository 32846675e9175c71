import type { Caller } from "../auth/callers.ts";
import type { Account } from "../store/account-store.ts";

/** What is told where credits are not metered (QUIRE_METERING=off): no client waits for a balance to fill. */
const UNMETERED_CREDITS = 999_999_999;

/** Whether and from whom credits are taken. */
export interface Metering {
  readonly isMetered: boolean;
  /** What the account can still spend. */
  creditsOf(account: Pick<Account, "balance" | "held">): number;
  /** `available` as it is told. */
  shown(available: number): number;
  /** What `caller` pays for work that costs `credits`. */
  payable(caller: Caller, credits: number): number;
}

export const createMetering = (isMetered: boolean): Metering => {
  const shown = (available: number): number => (isMetered ? available : UNMETERED_CREDITS);
  return {
    isMetered,
    creditsOf: ({ balance, held }) => shown(balance - held),
    shown,
    payable: ({ key }, credits) => (isMetered && key.mode === "live" ? credits : 0),
  };
};

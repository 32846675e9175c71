import type { Caller } from "../auth/callers.ts";
import type { Account } from "../store/account-store.ts";

/**
 * The balance that is reported when credits are not metered (QUIRE_METERING=off): no client waits for a balance to
 * fill.
 */
const UNMETERED_CREDITS = 999_999_999;

/** The rules of whether and from whom credits are taken. */
export interface Metering {
  readonly isMetered: boolean;
  /** Returns the credits that the account can still spend. */
  creditsOf(account: Pick<Account, "balance" | "held">): number;
  /** Returns `available` as it is reported to clients. */
  shown(available: number): number;
  /** Returns whether `caller` pays nothing. */
  isFree(caller: Caller): boolean;
  /** Returns what `caller` pays for work that costs `credits`. */
  payable(caller: Caller, credits: number): number;
}

export const createMetering = (isMetered: boolean): Metering => {
  const shown = (available: number): number => (isMetered ? available : UNMETERED_CREDITS);
  const isFree = ({ key }: Caller): boolean => !isMetered || key.mode === "test";
  return {
    isMetered,
    creditsOf: ({ balance, held }) => shown(balance - held),
    shown,
    isFree,
    payable: (caller, credits) => (isFree(caller) ? 0 : credits),
  };
};

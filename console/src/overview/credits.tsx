import type { ReactNode } from "react";
import type { Fact } from "../design/fact-list.tsx";
import { Figures } from "../design/figures.tsx";
import { Notice } from "../design/notice.tsx";
import { shownBytes, shownNumber } from "../design/shown.ts";
import type { OwnAccount } from "./use-account.ts";

/** The credits that are left, held and granted, and the room that is taken. */
export const Credits = ({ account }: { readonly account: OwnAccount }): ReactNode => (
  <>
    {account.metering === "on" && account.available <= 0 && (
      <Notice kind="warn" title="No credits are left">
        Operations that cost something are refused until credits are added
        {account.monthly_grant > 0 && ` or the next month's ${shownNumber(account.monthly_grant)} are granted`}.
      </Notice>
    )}
    <Figures facts={[...(account.metering === "on" ? metered(account) : [UNMETERED]), stored(account)]} />
  </>
);

const UNMETERED: Fact = { label: "Credits", value: "Free", hint: "metering is off: nothing is charged" };

const metered = ({ available, balance, held, monthly_grant: grant }: OwnAccount): readonly Fact[] => [
  { label: "Credits left", value: shownNumber(available), hint: `of a balance of ${shownNumber(balance)}` },
  { label: "Held", value: shownNumber(held), hint: "for work that has not ended" },
  { label: "Granted", value: shownNumber(grant), hint: grant > 0 ? "each month (UTC)" : "no monthly grant" },
];

const stored = ({ stored_bytes: bytes, stored_bytes_limit: limit }: OwnAccount): Fact => ({
  label: "Stored",
  value: shownBytes(bytes),
  hint: limit === null ? "no limit" : `of at most ${shownBytes(limit)}`,
});

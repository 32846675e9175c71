import type { ReactNode } from "react";
import { Notice } from "../design/notice.tsx";
import { TimeLeft } from "../design/time-left.tsx";

/** Says that a job cannot be followed at the moment, and when that is tried again. */
export const BrokenConnection = ({ againAtMs }: { readonly againAtMs: number }): ReactNode => (
  <Notice kind="warn" title="The connection has broken off">
    The job goes on; what is shown may be old. The connection is tried again by itself{" "}
    <TimeLeft untilMs={againAtMs}>{(left) => (left === undefined ? "now." : `in ${left}.`)}</TimeLeft>
  </Notice>
);

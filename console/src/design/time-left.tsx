import { type ReactNode, useEffect, useState } from "react";

interface TimeLeftProps {
  /** The time that is waited for, in milliseconds since 1970. */
  readonly untilMs: number;
  /** Returns what is shown, given how long it still is, such as `1 min 5 s`; undefined when the time has come. */
  children(left: string | undefined): ReactNode;
}

/** Counts the seconds down to a time. A timer is not read out at every change, as what stands around it may be. */
export function TimeLeft({ untilMs, children }: TimeLeftProps): ReactNode {
  const [seconds, setSeconds] = useState(() => secondsUntil(untilMs));
  useEffect(() => {
    setSeconds(secondsUntil(untilMs));
    const timer = setInterval(() => {
      const left = secondsUntil(untilMs);
      setSeconds(left);
      if (left === 0) {
        clearInterval(timer);
      }
    }, 500);
    return () => clearInterval(timer);
  }, [untilMs]);
  return <span role="timer">{children(seconds === 0 ? undefined : inWords(seconds))}</span>;
}

const secondsUntil = (ms: number): number => Math.max(0, Math.ceil((ms - Date.now()) / 1000));

function inWords(seconds: number): string {
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  const [hours, restMinutes] = [Math.floor(minutes / 60), minutes % 60];
  return [hours > 0 && `${hours} h`, restMinutes > 0 && `${restMinutes} min`, hours === 0 && rest > 0 && `${rest} s`]
    .filter((part) => part !== false)
    .join(" ");
}

import type { ReactNode } from "react";
import { Checkbox, CheckboxGroup, Label } from "react-aria-components";
import { EVENTS, type EventType } from "./events.ts";
import styles from "./webhooks.module.css";

interface EventChoiceProps {
  readonly value: readonly EventType[];
  onChange(value: readonly EventType[]): void;
}

/** Chooses the events that an endpoint is told of. */
export const EventChoice = ({ value, onChange }: EventChoiceProps): ReactNode => (
  <CheckboxGroup
    className={styles["events"]!}
    value={[...value]}
    onChange={(chosen) => onChange(EVENTS.map(([event]) => event).filter((event) => chosen.includes(event)))}
  >
    <Label>Events</Label>
    {EVENTS.map(([event, when]) => (
      <Checkbox key={event} value={event} className={styles["event"]!}>
        <span className={styles["box"]} aria-hidden="true">
          ✓
        </span>
        <span>
          <code>{event}</code> <span className={styles["soft"]}>{when}</span>
        </span>
      </Checkbox>
    ))}
  </CheckboxGroup>
);

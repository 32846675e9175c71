import { type ReactNode, useState } from "react";
import { Button as AriaButton } from "react-aria-components";
import styles from "./json-tree.module.css";

const AT_ONCE = 100;
const MOST_TEXT = 2000;

/** JSON as a tree whose branches can be opened; what is not open is not in the page. */
export const JsonTree = ({ value }: { readonly value: unknown }): ReactNode => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by the keyboard
  <div className={styles["tree"]} tabIndex={0} role="group" aria-label="JSON as a tree">
    {isBranch(value) ? <Children value={value} depth={0} /> : <Leaf value={value} />}
  </div>
);

function Children({ value, depth }: { readonly value: object; readonly depth: number }): ReactNode {
  const [shown, setShown] = useState(AT_ONCE);
  const entries = Object.entries(value);
  return (
    <ul className={styles["children"]}>
      {entries.slice(0, shown).map(([name, child]) => (
        <li key={name}>
          <Node name={name} value={child} depth={depth} />
        </li>
      ))}
      {entries.length > shown && (
        <li>
          <AriaButton className={styles["more"]!} onPress={() => setShown(shown + AT_ONCE)}>
            {entries.length - shown} more
          </AriaButton>
        </li>
      )}
    </ul>
  );
}

interface NodeProps {
  readonly name: string;
  readonly value: unknown;
  readonly depth: number;
}

function Node({ name, value, depth }: NodeProps): ReactNode {
  const [isOpen, setIsOpen] = useState(depth < 1 && isBranch(value) && Object.keys(value).length <= 12);
  if (!isBranch(value)) {
    return (
      <span className={styles["leaf"]}>
        <span className={styles["name"]}>{name}</span> <Leaf value={value} />
      </span>
    );
  }
  const count = Object.keys(value).length;
  return (
    <>
      <AriaButton className={styles["branch"]!} aria-expanded={isOpen} onPress={() => setIsOpen(!isOpen)}>
        <span aria-hidden="true">{isOpen ? "▾" : "▸"}</span>
        <span className={styles["name"]}>{name}</span>
        <span className={styles["count"]}>{Array.isArray(value) ? `[${count}]` : `{${count}}`}</span>
      </AriaButton>
      {isOpen && <Children value={value} depth={depth + 1} />}
    </>
  );
}

function Leaf({ value }: { readonly value: unknown }): ReactNode {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return (
    <span className={styles["value"]} data-type={value === null ? "null" : typeof value}>
      {text.slice(0, MOST_TEXT)}
      {text.length > MOST_TEXT && ` … ${text.length - MOST_TEXT} characters more`}
    </span>
  );
}

const isBranch = (value: unknown): value is object => typeof value === "object" && value !== null;

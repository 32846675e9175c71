import type { ReactNode } from "react";
import { Notice } from "../../design/notice.tsx";

/** The warnings of an answer (`X-Warnings`): what was guessed, dropped or damaged. */
export function Warnings({ header }: { readonly header: string | null }): ReactNode {
  const items = (header ?? "")
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
  if (items.length === 0) {
    return null;
  }
  return (
    <Notice kind="warn" title={items.length === 1 ? "A warning" : `${items.length} warnings`}>
      <ul>
        {items.map((item) => (
          <li key={item}>
            <code>{item}</code>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

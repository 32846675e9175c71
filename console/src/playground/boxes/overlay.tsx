import { type KeyboardEvent, type ReactNode, type SyntheticEvent, useId, useMemo, useState } from "react";
import type { Size } from "../pages/size.ts";
import type { Box } from "./box.ts";
import styles from "./boxes.module.css";

interface OverlayProps {
  readonly label: string;
  readonly boxes: readonly Box[];
  /** The size of the page in the unit of the boxes. */
  readonly space: Size;
}

const MOST_SAID = 300;

/** Boxes over a page. What one holds is shown while the pointer is on it; by keyboard the arrows go from box to box. */
export function Overlay({ label, boxes, space }: OverlayProps): ReactNode {
  const id = useId();
  const [active, setActive] = useState<number>();
  const shown = active === undefined ? undefined : boxes[active];
  const drawn = useMemo(
    () =>
      boxes.map((box, index) => (
        <span
          // oxlint-disable-next-line react/no-array-index-key -- boxes do not move
          key={index}
          id={`${id}-${index}`}
          role="option"
          aria-selected={false}
          aria-label={said(box)}
          className={styles["box"]}
          data-look={box.look}
          data-index={index}
          style={placeOf(box, space)}
        />
      )),
    [boxes, id, space],
  );
  const point = ({ target }: SyntheticEvent): void => {
    const index = target instanceof HTMLElement ? target.dataset["index"] : undefined;
    setActive(index === undefined ? undefined : Number(index));
  };
  const move = (event: KeyboardEvent): void => {
    const next = nextOf(event.key, active ?? -1, boxes.length);
    if (next !== undefined) {
      event.preventDefault();
      setActive(next);
      document.querySelector(`#${CSS.escape(`${id}-${next}`)}`)?.scrollIntoView({ block: "nearest" });
    }
  };
  return (
    <div
      className={styles["overlay"]}
      role="listbox"
      tabIndex={0}
      aria-label={label}
      aria-activedescendant={active === undefined ? undefined : `${id}-${active}`}
      onPointerOver={point}
      onPointerLeave={() => setActive(undefined)}
      onFocus={() => setActive((known) => known ?? 0)}
      onBlur={() => setActive(undefined)}
      onKeyDown={move}
    >
      {drawn}
      {shown !== undefined && (
        <span className={styles["active"]} style={placeOf(shown, space)} role="presentation">
          <span className={styles["tip"]} data-side={sideOf(shown, space)}>
            <strong>{shown.text.slice(0, MOST_SAID)}</strong>
            {shown.note !== "" && <span>{shown.note}</span>}
          </span>
        </span>
      )}
    </div>
  );
}

const said = ({ text, note }: Box): string => `${text.slice(0, MOST_SAID)}${note === "" ? "" : `, ${note}`}`;

const percent = (part: number, whole: number): string => `${(100 * part) / Math.max(whole, 1)}%`;

const placeOf = ({ left, top, right, bottom }: Box, { width, height }: Size): Record<string, string> => ({
  left: percent(left, width),
  top: percent(top, height),
  width: percent(right - left, width),
  height: percent(bottom - top, height),
});

/** Returns on which side of a box there is room for what it holds. */
const sideOf = ({ left, top }: Box, { width, height }: Size): string =>
  `${top > height / 2 ? "above" : "below"}-${left > width / 2 ? "left" : "right"}`;

function nextOf(key: string, at: number, count: number): number | undefined {
  switch (key) {
    case "ArrowRight":
    case "ArrowDown":
      return Math.min(count - 1, at + 1);
    case "ArrowLeft":
    case "ArrowUp":
      return Math.max(0, at - 1);
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return undefined;
  }
}

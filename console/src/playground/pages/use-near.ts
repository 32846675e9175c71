import { type RefObject, useEffect, useState } from "react";

/** Returns whether an element is in or near the view; what is far need not be drawn. */
export function useNear(target: RefObject<Element | null>, margin = "600px"): boolean {
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    const element = target.current;
    if (element === null) {
      return;
    }
    const observer = new IntersectionObserver((entries) => setIsNear(entries.at(-1)?.isIntersecting === true), {
      root: element.closest("[data-scrolls]"),
      rootMargin: margin,
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [target, margin]);
  return isNear;
}

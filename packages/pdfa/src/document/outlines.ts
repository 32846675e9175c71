import { type CosValue, Dict, Ref, resolve } from "@quire/cos";
import type { WalkContext } from "./walk-context.ts";

/** Visits the actions of outline items (ISO 32000-2, 12.3.3). */
export function walkOutlines({ validation, actions }: WalkContext): void {
  const visited = new Set<Dict>();
  const pending: (CosValue | undefined)[] = [validation.document.catalog.dict("Outlines")?.raw("First")];
  while (pending.length > 0) {
    validation.bounds.step();
    const raw = pending.pop();
    const item = resolve(raw);
    if (item instanceof Dict && !visited.has(item)) {
      visited.add(item);
      actions.visit(item.raw("A"), { object: raw instanceof Ref ? raw.number : undefined, at: "Outlines/A" });
      pending.push(item.raw("Next"), item.raw("First"));
    }
  }
}

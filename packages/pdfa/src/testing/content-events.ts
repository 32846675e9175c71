/** Collects the events of content streams in small documents, for tests of the content walk. */

import { contentPart } from "../content/content-part.ts";
import type { ContentSubjects } from "../content/subjects.ts";
import type { Flavour } from "../flavours.ts";
import type { Place } from "../place.ts";
import { validate } from "../runner/validate.ts";

export type ContentEvents = {
  readonly [Kind in keyof ContentSubjects]: { readonly subject: ContentSubjects[Kind]; readonly place: Place }[];
};

const KINDS = [
  "operation",
  "text",
  "colour-set",
  "paint",
  "image",
  "inline-image",
  "form",
  "shading",
  "ext-gstate",
  "rendering-intent",
  "content-stream",
] as const satisfies readonly (keyof ContentSubjects)[];

/**
 * Returns all events by kind, in their order, with copies of `text`, which is one object; and the reasons why anything
 * could not be checked.
 */
export function contentEvents(
  bytes: Uint8Array,
  flavour: Flavour = "2b",
): { readonly events: ContentEvents; readonly reasons: readonly string[] } {
  const events = Object.fromEntries(KINDS.map((kind) => [kind, []])) as unknown as ContentEvents;
  const listenerOf =
    <Kind extends keyof ContentSubjects>(kind: Kind) =>
    (subject: ContentSubjects[Kind], place: Place): void => {
      events[kind].push({ subject, place });
    };
  const group = {
    name: "content-events",
    rules: [],
    begin: (validation: Parameters<typeof contentPart>[0]) => ({
      ...contentPart(validation),
      subscribes: {
        ...Object.fromEntries(KINDS.map((kind) => [kind, listenerOf(kind)])),
        text(subject: ContentSubjects["text"], place: Place): void {
          const { font, bytes: shown, renderingMode, actualText, mcid, structParents } = subject;
          const { markedContent, fontName, state, context } = subject;
          const copy = { font, bytes: shown, renderingMode, actualText, mcid, structParents };
          events.text.push({ subject: { ...copy, markedContent, fontName, state, context }, place });
        },
      },
    }),
  };
  const { inconclusive } = validate(bytes, { flavour, groups: [group] });
  return { events, reasons: inconclusive.map(({ reason }) => reason) };
}

import { BYTE_MUTATIONS, type Mutation } from "./byte-mutations.ts";
import type { Dice } from "./dice.ts";
import { deflated, type FoundStream, inflated, refitted, replaced, streamsOf, type Text } from "./edits.ts";
import { STRUCTURE_MUTATIONS } from "./structure-mutations.ts";

/** The mutations of streams: of their compressed content, object and cross-reference streams before others. */
export const STREAM_MUTATIONS: readonly Mutation[] = [
  (text, dice, other) => withChangedContent(text, dice, (content) => dice.pick(BYTE_MUTATIONS)(content, dice, other)),
  (text, dice, other) =>
    withChangedContent(text, dice, (content) => dice.pick(STRUCTURE_MUTATIONS)(content, dice, other)),
  (text, dice) => withChangedContent(text, dice, (content) => numbersChanged(content, dice)),
  (text, dice) => withChangedContent(text, dice, (content) => content.repeat(dice.size(200))),
  swapData,
  corruptData,
];

function withChangedContent(text: Text, dice: Dice, change: (content: Text) => Text): Text {
  const stream = someStream(text, dice);
  const content = stream && inflated(text, stream);
  if (stream === undefined || content === undefined) {
    return text;
  }
  return withData(text, stream, deflated(change(content)), dice);
}

/** Replaces the data of a stream and corrects Length most of the time, and in that case the offsets of what follows. */
function withData(text: Text, stream: FoundStream, data: Text, dice: Dice): Text {
  const changed = refitted(text, stream.data, data);
  if (dice.chance(0.1)) {
    return changed;
  }
  const { start } = stream.dictSpan;
  const length = /(?<=\/Length\s+)\d+\b(?!\s+\d+\s+R)/.exec(changed.slice(start, stream.dictSpan.end));
  if (length === null) {
    return changed;
  }
  const at = start + length.index;
  return refitted(changed, { start: at, end: at + length[0].length }, String(data.length));
}

function someStream(text: Text, dice: Dice): FoundStream | undefined {
  const streams = streamsOf(text);
  const special = streams.filter(({ dict }) => /\/(?:ObjStm|XRef)\b|FunctionType/.test(dict));
  const from = special.length > 0 && dice.chance(0.6) ? special : streams;
  return from.length === 0 ? undefined : dice.pick(from);
}

/** Changes the numbers and offsets at the beginning of an object stream (ISO 32000-2, 7.5.7). */
function numbersChanged(content: Text, dice: Dice): Text {
  let changed = content;
  for (let count = dice.size(8); count > 0; count--) {
    const numbers = [...changed.slice(0, 4000).matchAll(/\d+/g)];
    if (numbers.length > 0) {
      const { index, 0: digits } = dice.pick(numbers);
      const value = dice.pick([dice.below(content.length), dice.below(50), Number(digits) + 1, 4_294_967_296]);
      changed = replaced(changed, { start: index, end: index + digits.length }, String(value));
    }
  }
  return changed;
}

function swapData(text: Text, dice: Dice): Text {
  const [one, other] = [someStream(text, dice), someStream(text, dice)];
  return one === undefined || other === undefined
    ? text
    : withData(text, one, text.slice(other.data.start, other.data.end), dice);
}

/** Corrupts the compressed bytes themselves. */
function corruptData(text: Text, dice: Dice): Text {
  const stream = someStream(text, dice);
  if (stream === undefined || stream.data.end <= stream.data.start) {
    return text;
  }
  const data = text.slice(stream.data.start, stream.data.end);
  const at = dice.below(data.length);
  const changed = dice.chance(0.3)
    ? data.slice(0, at)
    : replaced(data, { start: at, end: at + dice.below(3) }, String.fromCharCode(dice.below(256)));
  return withData(text, stream, changed, dice);
}

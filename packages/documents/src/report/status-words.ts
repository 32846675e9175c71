/* Words for the state of something, and their meaning to a reader who looks for trouble. */

export type Tone = "good" | "busy" | "bad" | "calm";

const WORDS: Readonly<Record<Tone, string>> = {
  good: "active|approved|available|closed won|complete|completed|confirmed|delivered|done|enabled|fulfilled|healthy|in stock|ok|online|operational|paid|pass|passed|published|ready|resolved|succeeded|success|successful|up|valid|verified|won",
  busy: "at risk|awaiting|busy|degraded|delayed|due|in progress|in review|in transit|investigating|low stock|maintenance|on hold|open|partial|partially paid|paused|pending|processing|queued|review|running|scheduled|shipped|started|trial|waiting|warn|warning",
  bad: "banned|blocked|broken|closed lost|critical|declined|denied|down|error|expired|fail|failed|failure|fatal|invalid|lost|missing|offline|out of stock|overdue|past due|refused|rejected|revoked|suspended|terminated|unhealthy|unpaid",
  calm: "archived|backlog|canceled|cancelled|closed|deleted|disabled|draft|idle|inactive|n/a|new|none|planned|refunded|skipped|stopped|todo|to do|unknown",
};

const TONES: ReadonlyMap<string, Tone> = new Map(
  (["good", "busy", "bad", "calm"] as const).flatMap((tone) =>
    WORDS[tone].split("|").map((word): [string, Tone] => [word, tone]),
  ),
);

const LONGEST_WORD = 20;

/**
 * Returns the tone of a text that is nothing but a word of state, in any case and with `in_progress` like "In
 * progress"; undefined for other text.
 */
export const toneOf = (text: string): Tone | undefined =>
  text.length > LONGEST_WORD ? undefined : TONES.get(text.trim().toLowerCase().replaceAll(/[_-]/g, " "));

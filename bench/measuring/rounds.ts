/**
 * Takes one sample of each in every round, beginning with another one each time; a first round warms up, unless asked
 * not to.
 */
export async function inTurn<Name extends string, Value>(
  rounds: number,
  measures: Readonly<Record<Name, () => Promise<Value>>>,
  { warmsUp = true }: { warmsUp?: boolean } = {},
): Promise<Record<Name, Value[]>> {
  const names = Object.keys(measures) as Name[];
  const samples = Object.fromEntries(names.map((name) => [name, [] as Value[]])) as Record<Name, Value[]>;
  for (let round = warmsUp ? 0 : 1; round <= rounds; round += 1) {
    const first = round % names.length;
    for (const name of [...names.slice(first), ...names.slice(0, first)]) {
      const sample = await measures[name]();
      if (round > 0) {
        samples[name].push(sample);
      }
    }
  }
  return samples;
}

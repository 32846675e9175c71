import { type CosDirect, type ObjectSource, Ref } from "../objects.ts";

/** A source of indirect objects that are made rather than read; they may refer to those of other sources. */
export class MadeObjects implements ObjectSource {
  readonly #values: CosDirect[] = [];

  /** Makes an indirect object. Its value may be set later, for objects that refer to each other. */
  add(value: CosDirect = null): Ref {
    return new Ref(this, this.#values.push(value), 0);
  }

  replace(number: number, value: CosDirect): void {
    this.#values[number - 1] = value;
  }

  fetch(number: number, generation: number): CosDirect {
    return generation === 0 ? (this.#values[number - 1] ?? null) : null;
  }
}

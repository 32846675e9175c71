import type { Place } from "../place.ts";
import type { Subjects } from "../subjects.ts";
import type { Emit } from "../validation.ts";

/** Collects subjects while the parts walk, to emit them at the end. */
export class Collected {
  readonly #tells: ((emit: Emit) => void)[] = [];

  add<Kind extends keyof Subjects>(kind: Kind, subject: Subjects[Kind], place: Place): void {
    this.#tells.push((emit) => emit(kind, subject, place));
  }

  tell(emit: Emit): void {
    for (const tell of this.#tells) {
      tell(emit);
    }
  }
}

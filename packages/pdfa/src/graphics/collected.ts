import type { Place } from "../place.ts";
import type { Subjects } from "../subjects.ts";
import type { Emit } from "../validation.ts";

/** What a part has heard of, to be told when all have walked. */
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

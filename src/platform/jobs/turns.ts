/** A turn that is taken until it is ended. */
export interface Turn {
  end(): void;
}

/** Lets one user at a time have each name, in the order in which they asked. */
export class Turns {
  readonly #last = new Map<string, Promise<void>>();

  /** Waits until all turns before this one have ended. */
  async take(name: string): Promise<Turn> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const before = this.#last.get(name);
    const last = (before ?? Promise.resolve()).then(() => promise);
    this.#last.set(name, last);
    await before;
    return {
      end: () => {
        if (this.#last.get(name) === last) {
          this.#last.delete(name);
        }
        resolve();
      },
    };
  }
}

/**
 * A queue of items that one side produces and the other takes in its own time, in order. The producer can see when it
 * is full and wait for room; the consumer gets everything pushed before an end or a failure, then the end or failure
 * itself.
 */
export class ItemBuffer<Item> implements AsyncIterable<Item> {
  readonly #capacity: number;
  #waiting: Item[] = [];
  #end: { readonly error?: unknown } | undefined;
  #changed = Promise.withResolvers<void>();

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get isFull(): boolean {
    return this.#end === undefined && this.#waiting.length >= this.#capacity;
  }

  get isEnded(): boolean {
    return this.#end !== undefined;
  }

  /** Adds an item; once the buffer has ended, it is dropped instead. */
  push(item: Item): void {
    if (this.#end === undefined) {
      this.#waiting.push(item);
      this.#change();
    }
  }

  /** Resolves when the consumer has taken an item of a full buffer, or the buffer has ended. */
  async room(): Promise<void> {
    while (this.isFull) {
      await this.#changed.promise;
    }
  }

  /** Ends the buffer, with an error to throw if there is one. Only the first end counts. */
  end(failure: { readonly error?: unknown } = {}): void {
    this.#end ??= failure;
    this.#change();
  }

  /** Ends the buffer with an error that the consumer gets at once, ahead of waiting items, which are dropped. */
  abort(error: unknown): void {
    this.#waiting = [];
    this.#end = { error };
    this.#change();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for (;;) {
      const item = this.#waiting.shift();
      if (item !== undefined) {
        this.#change();
        yield item;
      } else if (this.#end !== undefined) {
        if ("error" in this.#end) {
          throw this.#end.error;
        }
        return;
      } else {
        await this.#changed.promise;
      }
    }
  }

  #change(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers<void>();
  }
}

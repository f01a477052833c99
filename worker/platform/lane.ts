/** As many as there are places; the others wait in the order they came. */
export class Lane {
  readonly #waiting: (() => void)[] = [];
  #places: number;

  constructor(places: number) {
    this.#places = places;
  }

  async enter(): Promise<void> {
    if (this.#places > 0) {
      this.#places -= 1;
      return;
    }
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  leave(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#places += 1;
  }
}

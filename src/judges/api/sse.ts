/** Reads server-sent events from text that comes in pieces of any size. Only their data counts: the formats repeat the rest in it. */
export class EventReader {
  /** Of a line that is not at its end. */
  #rest = '';
  #data: string[] = [];

  /** The data of the events that the piece brings to their end. */
  take(piece: string): string[] {
    const text = this.#rest + piece;
    // A CR at the very end may be half of a CRLF.
    const lines = text.split(/\r\n|\n|\r(?!$)/);
    this.#rest = lines.pop() ?? '';
    return lines.flatMap((line) => this.#line(line));
  }

  /** The data of a last event that was not closed by an empty line. */
  end(): string[] {
    const last = this.#line(this.#rest.replace(/\r$/, ''));
    this.#rest = '';
    return [...last, ...this.#line('')];
  }

  #line(line: string): string[] {
    if (line === '') {
      const event = this.#data.join('\n');
      this.#data = [];
      return event === '' ? [] : [event];
    }
    const [, value] = /^data(?:: ?(.*))?$/s.exec(line) ?? [];
    if (value !== undefined) this.#data.push(value);
    return [];
  }
}

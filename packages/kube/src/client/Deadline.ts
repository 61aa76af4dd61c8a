// How long one request may take.
import { ConnectionError } from '../errors';

/** The time limit of a request, from the moment it is handed to a connection to the end of its answer. */
export class Deadline {
  readonly #late = new AbortController();
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly ms: number) {}

  /** Aborts when the time is over; the reason is a {@link ConnectionError}. */
  get signal(): AbortSignal {
    return this.#late.signal;
  }

  /** The time is over. */
  get passed(): boolean {
    return this.#late.signal.aborted;
  }

  /** Counts from now. */
  begin(server: string): void {
    this.end();
    this.#timer = setTimeout(() => {
      this.#late.abort(
        new ConnectionError(
          `A request to the API server ${server} was not done within ${this.ms} ms. Check that the server is healthy, and the network between.`,
          { failure: 'timeout', server },
        ),
      );
    }, this.ms);
  }

  /** Counts no longer. */
  end(): void {
    clearTimeout(this.#timer);
  }
}

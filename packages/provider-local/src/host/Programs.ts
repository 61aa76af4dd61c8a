/** The programs of one engine: searched on first need, and again some time after a failed search. */
import { setTimeout as wait } from 'node:timers/promises';
import { InProgressError } from '../errors';
import { ProgramSearch, ServiceEngine } from './ServiceEngine';

/** A search of this machine is done by then; a download reports its progress instead. */
const patienceMs = 3_000;
/** Reconciles repeat more often than it makes sense to search. */
const retryAfterMs = 10_000;

export class Programs {
  private search: Promise<unknown> | undefined;
  private progress: string;

  constructor(
    private readonly engine: ServiceEngine,
    private readonly options: Omit<ProgramSearch, 'onProgress'>,
  ) {
    this.progress = `The programs of ${engine.title} are being prepared.`;
  }

  /** Throws ServiceError with what to install, or with the progress of a search that takes long. */
  async find(): Promise<unknown> {
    this.search ??= this.start();
    const done = new AbortController();
    try {
      return await Promise.race([
        this.search,
        wait(patienceMs, undefined, { signal: done.signal }).then(() => {
          throw new InProgressError(this.progress);
        }),
      ]);
    } finally {
      done.abort();
    }
  }

  private start(): Promise<unknown> {
    const search = this.engine.findPrograms({
      ...this.options,
      onProgress: message => {
        this.progress = message;
      },
    });
    search.catch(async () => {
      await wait(retryAfterMs, undefined, { ref: false });
      this.search = undefined;
    });
    return search;
  }
}

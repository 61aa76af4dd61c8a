/** The programs of the services of one engine: searched on first need, and again some time after a failed search. */
import { setTimeout as wait } from 'node:timers/promises';
import { InProgressError } from '../errors';
import { ProgramSearch, ServiceEngine } from './ServiceEngine';

/** A search of this machine is done by then; a download reports its progress instead. */
const patienceMs = 3_000;
/** Reconciles repeat more often than it makes sense to search. */
const retryAfterMs = 10_000;

interface Search {
  found: Promise<unknown>;
  progress(): string;
}

export class Programs {
  private readonly searches = new Map<string, Search>();

  constructor(
    private readonly engine: ServiceEngine,
    private readonly options: Omit<ProgramSearch, 'onProgress'>,
  ) {}

  /** Throws ServiceError with what to install, or with the progress of a search that takes long. */
  async find(serviceName: string): Promise<unknown> {
    const search = this.searches.get(serviceName) ?? this.start(serviceName);
    const done = new AbortController();
    try {
      return await Promise.race([
        search.found,
        wait(patienceMs, undefined, { signal: done.signal }).then(() => {
          throw new InProgressError(search.progress());
        }),
      ]);
    } finally {
      done.abort();
    }
  }

  private start(serviceName: string): Search {
    let progress = `The programs of ${this.engine.title} are being prepared.`;
    const onProgress = (message: string) => {
      progress = message;
    };
    const found = this.engine.findPrograms(
      { ...this.options, onProgress },
      serviceName,
    );
    const search = { found, progress: () => progress };
    this.searches.set(serviceName, search);
    found.catch(async () => {
      await wait(retryAfterMs, undefined, { ref: false });
      this.searches.delete(serviceName);
    });
    return search;
  }
}

/** The first look at everything: before it is done, nobody can say how many there are of anything. */
import { wordsOf } from '../trouble';
import type { Tally } from './Tally';

/** One look at one key. */
export interface Look {
  /** What is found of the key is settled: what fails from now on changes nothing of it. */
  isDecided?: boolean;
  /** Why nothing can be told of the key yet, in a sentence, though the look ends well. */
  why?: string;
}

/** What a {@link FirstLook} is made with. */
export interface FirstLookOptions {
  /** Of all that is known; a key may come several times. */
  keys: () => Iterable<string>;
  /** Whether nothing is left out of them. */
  isWhole: () => boolean;
  /** Whether what is left out is told otherwise, so that nobody waits for it. */
  goesWithout: () => boolean;
  /** Has a key looked at. */
  look: (key: string) => void;
  /** Whether something was found of a key that has yet to last. */
  isOpen: (key: string) => boolean;
  /** Those that could not be looked at yet, by key. */
  unseen: Pick<Tally, 'found' | 'settle' | 'has'>;
  /** It is done. */
  changed: () => void;
}

/** Of one API or claimed type, by this process. Keeps keys only, and none when it is done. */
export class FirstLook {
  private isWanted = false;
  private isWhole = false;
  /** Not looked at yet; undefined: it has not begun, or is done. */
  private left: Set<string> | undefined;
  private done = false;

  constructor(private readonly options: FirstLookOptions) {}

  /** Each key that there was at its beginning was looked at, or is among those of which is told that they could not be. */
  get isDone(): boolean {
    return this.done;
  }

  /** This process does the work from now on. */
  begin(): void {
    this.isWanted = true;
    this.again();
  }

  /** What was found of everything may not be so any more. */
  again(): void {
    this.left = undefined;
    this.done = false;
    this.review();
  }

  /** More may be known than before. */
  review(): void {
    const { options } = this;
    if (!this.isWanted || this.left || (this.done && this.isWhole)) return;
    const isWhole = options.isWhole();
    if (!isWhole && (this.done || !options.goesWithout())) return;
    this.isWhole = isWhole;
    this.done = false;
    this.left = new Set(options.keys());
    this.left.forEach(options.look);
    this.end();
  }

  /** Looks at a key. @throws what `look` does. */
  async see(key: string, look: (at: Look) => Promise<void>): Promise<void> {
    const { left } = this;
    const at: Look = {};
    try {
      await look(at);
    } catch (error) {
      if (!at.isDecided) at.why = wordsOf(error);
      throw error;
    } finally {
      // A look that began before does not count.
      if (left === this.left) this.saw(key, at.why);
    }
  }

  private saw(key: string, why: string | undefined): void {
    const { unseen, isOpen } = this.options;
    if (why === undefined) unseen.settle(key);
    else if (this.left?.has(key) || unseen.has(key)) unseen.found(key, why);
    if (this.left && !isOpen(key)) {
      this.left.delete(key);
      this.end();
    }
  }

  private end(): void {
    if (this.left?.size !== 0) return;
    this.left = undefined;
    this.done = true;
    this.options.changed();
  }
}

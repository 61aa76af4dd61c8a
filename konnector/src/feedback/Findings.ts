/** What is found of all objects of one API or claimed type, as its bindings tell of it. */
import { isLasting, type Trouble } from '../trouble';
import { FirstLook, type FirstLookOptions, type Look } from './FirstLook';
import {
  createTallies,
  nothingKnown,
  type Tallies,
  type TallyReports,
} from './Tallies';

/** What {@link Findings} are made with. */
export interface FindingsOptions extends Pick<
  FirstLookOptions,
  'keys' | 'isWhole' | 'look'
> {
  /** What keeps its objects from being known; it is told by others when it lasts. */
  trouble: () => Trouble | undefined;
  /** What bindings call a key; default: the key. */
  nameOf?: (key: string) => string;
  /** Called when {@link Findings.report} may have changed. */
  changed: () => void;
  /** Clock in milliseconds, for tests. */
  now?: () => number;
}

/** By key of the app cluster. */
export class Findings {
  /** By name. */
  readonly tallies: Tallies;
  private readonly firstLook: FirstLook;

  constructor(options: FindingsOptions) {
    const { trouble, nameOf = key => key } = options;
    const tallies = createTallies(options);
    const { unseen } = tallies;
    this.tallies = tallies;
    this.firstLook = new FirstLook({
      ...options,
      goesWithout() {
        const found = trouble();
        return found !== undefined && isLasting(found);
      },
      isOpen: key => tallies.isPending(nameOf(key)),
      unseen: {
        found: (key, why) => unseen.found(nameOf(key), why),
        settle: key => unseen.settle(nameOf(key)),
        has: key => unseen.has(nameOf(key)),
      },
    });
  }

  /** This process does the work from now on: all is looked at. */
  begin(): void {
    this.firstLook.begin();
  }

  /** What was found may not be so any more: all is looked at again. */
  again(): void {
    this.firstLook.again();
  }

  /** Looks at a key. @throws what `look` does. */
  look(key: string, look: (at: Look) => Promise<void>): Promise<void> {
    return this.firstLook.see(key, look);
  }

  /** Of no kind known before all were looked at, so that what was told before stays. To be asked when more is known. */
  report(): TallyReports {
    this.firstLook.review();
    return this.firstLook.isDone ? this.tallies.report() : nothingKnown;
  }
}

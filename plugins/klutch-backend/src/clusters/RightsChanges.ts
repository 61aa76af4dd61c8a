/** Collects the namespaces in which rights have changed, until the authorizer follows the changes. */

/** The authorizer of an API server has watches of its own, which may be behind the portal's. */
const AUTHORIZER_DELAY_MS = 1_000;

/** Counts the changes of rights by namespace. */
export class RightsChanges {
  readonly #onChange: (namespaces: readonly string[]) => void;
  readonly #revisions = new Map<string, number>();
  #changed = new Set<string>();
  #timer?: NodeJS.Timeout;

  /** @param onChange - called with the namespaces whose revisions have changed */
  constructor(onChange: (namespaces: readonly string[]) => void) {
    this.#onChange = onChange;
  }

  /** How often the rights in a namespace have changed. */
  revision(namespace: string): number {
    return this.#revisions.get(namespace) ?? 0;
  }

  /** Counts the change a second later, with all others of that second. */
  add(namespace: string): void {
    this.#changed.add(namespace);
    this.#timer ??= setTimeout(
      () => this.#publish(),
      AUTHORIZER_DELAY_MS,
    ).unref();
  }

  /** Forgets changes that are not counted yet. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  #publish(): void {
    const changed = [...this.#changed];
    this.#timer = undefined;
    this.#changed = new Set();
    for (const namespace of changed) {
      this.#revisions.set(namespace, this.revision(namespace) + 1);
    }
    this.#onChange(changed);
  }
}

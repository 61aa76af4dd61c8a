/** What has changed among the entities of one source since the catalog got them. Pure functions. */
import { createHash } from 'node:crypto';
import { stringifyEntityRef, type Entity } from '@backstage/catalog-model';

/** The entities of one source, as far as this process has given them to the catalog. */
export interface SourceState {
  /** Hash of each entity, by entity ref. */
  hashes: ReadonlyMap<string, string>;
  /** When entities were first missing whose removal waits, in milliseconds since 1970, by entity ref. */
  heldBack: ReadonlyMap<string, number>;
}

/** A mutation of the catalog, and the state after it. */
export interface DeltaPlan {
  /** New and changed entities. */
  added: Entity[];
  /** Entity refs. */
  removed: string[];
  state: SourceState;
}

/** State of a source that this process has not read before. */
export const emptyState: SourceState = {
  hashes: new Map(),
  heldBack: new Map(),
};

/**
 * How long a large removal waits: time to find out why the portal lists less. Refreshes do not count: each change anywhere
 * causes one.
 */
export const HOLD_MS = 5 * 60_000;

/** Up to this number of entities, a removal is never held back: an app cluster with few instances may lose them all. */
const ALWAYS_REMOVED = 20;

const hashOf = (entity: Entity) =>
  createHash('sha256').update(JSON.stringify(entity)).digest('base64');

/**
 * Compares all entities of a source with its state. If more than the threshold would be removed, an entity is removed
 * only when it has been missing for {@link HOLD_MS}.
 *
 * @param removalThreshold - share of the known entities, from 0 to 1
 * @param now - milliseconds since 1970
 */
export function planDelta(
  { hashes: known, heldBack: missingBefore }: SourceState,
  entities: readonly Entity[],
  removalThreshold: number,
  now: number,
): DeltaPlan {
  const hashes = new Map<string, string>();
  const added = entities.filter(entity => {
    const ref = stringifyEntityRef(entity);
    const hash = hashOf(entity);
    hashes.set(ref, hash);
    return known.get(ref) !== hash;
  });
  const missing = [...known].filter(([ref]) => !hashes.has(ref));
  const isSuspicious =
    missing.length > ALWAYS_REMOVED &&
    missing.length > known.size * removalThreshold;
  const heldBack = isSuspicious
    ? missing.filter(([ref]) => now - (missingBefore.get(ref) ?? now) < HOLD_MS)
    : [];
  const kept = new Map(heldBack);
  return {
    added,
    removed: missing.flatMap(([ref]) => (kept.has(ref) ? [] : [ref])),
    state: {
      hashes: new Map([...hashes, ...kept]),
      heldBack: new Map(
        heldBack.map(([ref]) => [ref, missingBefore.get(ref) ?? now]),
      ),
    },
  };
}

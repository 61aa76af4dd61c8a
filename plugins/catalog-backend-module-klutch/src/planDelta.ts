/** What has changed among the entities of one source since the catalog got them. Pure functions. */
import { createHash } from 'node:crypto';
import { stringifyEntityRef, type Entity } from '@backstage/catalog-model';

/** The entities of one source, as far as this process has given them to the catalog. */
export interface SourceState {
  /** Hash of each entity, by entity ref. */
  hashes: ReadonlyMap<string, string>;
  /** Entity refs that were missing from the source, but whose removal waits for another refresh. */
  heldBack: ReadonlySet<string>;
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
  heldBack: new Set(),
};

/** Up to this number of entities, a removal is never held back: an app cluster with few instances may lose them all. */
const ALWAYS_REMOVED = 20;

const hashOf = (entity: Entity) =>
  createHash('sha256').update(JSON.stringify(entity)).digest('base64');

/**
 * Compares all entities of a source with its state. If more than the threshold would be removed, an entity is removed
 * only when it was missing in two refreshes in a row.
 *
 * @param removalThreshold - share of the known entities, from 0 to 1
 */
export function planDelta(
  { hashes: known, heldBack: missingBefore }: SourceState,
  entities: readonly Entity[],
  removalThreshold: number,
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
    ? missing.filter(([ref]) => !missingBefore.has(ref))
    : [];
  const kept = new Map(heldBack);
  return {
    added,
    removed: missing.flatMap(([ref]) => (kept.has(ref) ? [] : [ref])),
    state: {
      hashes: new Map([...hashes, ...kept]),
      heldBack: new Set(kept.keys()),
    },
  };
}

/** Isolation `None`: copies have the names of their objects, so only one app cluster may have copies at all. */
import { keyOf, type CacheChange, type KubeObject } from '@klutch/kube';
import type { Mapping, CopyLocation } from '../mapping/Mapping';
import type { ClusterPins } from '../markers';
import {
  classifyOwnership,
  isMarkedForOther,
  type Claimant,
} from '../ownership/ownership';

/** Another app cluster has copies here, and we have none: it came first. */
export interface TakenByAnother extends Extract<
  CopyLocation,
  { at: 'impossible' }
> {
  since: Date;
}

const takenByAnother = (crdName: string): TakenByAnother => ({
  at: 'impossible',
  why: {
    state: 'Conflict',
    message: `The control plane offers ${crdName} to one app cluster only (isolation None), and another one uses it. Nothing is written there. Ask its operator for another isolation.`,
  },
  since: new Date(),
});

/** Whether another app cluster has copies where ours would be. */
export interface Exclusivity {
  /** Takes note of a change; it has to see all objects of the type on the control plane. */
  observe(change: Pick<CacheChange<KubeObject>, 'type' | 'object'>): void;
  /** Why there can be no copies; undefined when there can, and always in other isolations. */
  refusal(): TakenByAnother | undefined;
}

/**
 * @param options.crdName - of the type.
 * @param options.isOurs - asked about what is not marked for another app cluster; default: whether it is a copy of ours.
 * @param options.changed - called when the refusal has come or gone.
 */
export function createExclusivity(options: {
  mapping: Pick<Mapping, 'exclusive' | 'marks'>;
  pins: ClusterPins;
  crdName: string;
  isOurs?: (object: KubeObject) => boolean;
  changed: () => void;
}): Exclusivity {
  const { mapping, pins, crdName, changed } = options;
  const claimant: Claimant = { pins, marks: mapping.marks };
  const isCopy = (object: KubeObject) =>
    classifyOwnership(object, claimant).owner === 'us';
  const { isOurs = isCopy } = options;
  const ours = new Set<string>();
  const others = new Set<string>();
  let refusal: TakenByAnother | undefined;

  return {
    observe({ type, object }) {
      if (!mapping.exclusive) return;
      const key = keyOf(object);
      ours.delete(key);
      others.delete(key);
      if (type !== 'deleted') {
        if (isMarkedForOther(object, claimant)) others.add(key);
        else if (isOurs(object)) ours.add(key);
      }
      const isTaken = others.size > 0 && ours.size === 0;
      if (isTaken === (refusal !== undefined)) return;
      refusal = isTaken ? takenByAnother(crdName) : undefined;
      changed();
    },
    refusal: () => refusal,
  };
}

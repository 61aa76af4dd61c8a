/**
 * Single-tenant check of isolation `None`: copies have the names of their
 * objects, so only one app cluster (tenant) can have copies of the type.
 */
import { keyOf, type CacheChange, type KubeObject } from '@klutch/kube';
import type { Mapping, CopyLocation } from '../mapping/Mapping';
import type { ClusterPins } from '../markers';
import {
  classifyOwnership,
  isMarkedForOther,
  type Claimant,
} from '../ownership/ownership';

/** Another app cluster has copies of the type, and this app cluster has none, so the other one keeps the type. */
export interface UsedByAnotherTenant extends Extract<
  CopyLocation,
  { at: 'impossible' }
> {
  since: Date;
}

const usedByAnotherTenant = (crdName: string): UsedByAnotherTenant => ({
  at: 'impossible',
  why: {
    state: 'Conflict',
    message: `The control plane offers ${crdName} to one app cluster only (isolation None), and another app cluster uses it. Nothing is written there. Ask the operator of the control plane for another isolation.`,
  },
  since: new Date(),
});

/** Whether another app cluster has copies where this app cluster's copies would be. */
export interface SingleTenantCheck {
  /** Records a change; must be called for all objects of the type on the control plane. */
  observe(change: Pick<CacheChange<KubeObject>, 'type' | 'object'>): void;
  /** Why copies are not possible; undefined when they are, and always undefined in other isolations. */
  refusal(): UsedByAnotherTenant | undefined;
}

/**
 * @param options.crdName - CRD name of the type.
 * @param options.isOurs - called for objects not marked for another app
 * cluster; default: whether the object is a copy of this app cluster.
 * @param options.changed - called when the refusal appeared or disappeared.
 */
export function createSingleTenantCheck(options: {
  mapping: Pick<Mapping, 'singleTenant' | 'marks'>;
  pins: ClusterPins;
  crdName: string;
  isOurs?: (object: KubeObject) => boolean;
  changed: () => void;
}): SingleTenantCheck {
  const { mapping, pins, crdName, changed } = options;
  const claimant: Claimant = { pins, marks: mapping.marks };
  const isCopy = (object: KubeObject) =>
    classifyOwnership(object, claimant).owner === 'us';
  const { isOurs = isCopy } = options;
  const ours = new Set<string>();
  const others = new Set<string>();
  let refusal: UsedByAnotherTenant | undefined;

  return {
    observe({ type, object }) {
      if (!mapping.singleTenant) return;
      const key = keyOf(object);
      ours.delete(key);
      others.delete(key);
      if (type !== 'deleted') {
        if (isMarkedForOther(object, claimant)) others.add(key);
        else if (isOurs(object)) ours.add(key);
      }
      const isTaken = others.size > 0 && ours.size === 0;
      if (isTaken === (refusal !== undefined)) return;
      refusal = isTaken ? usedByAnotherTenant(crdName) : undefined;
      changed();
    },
    refusal: () => refusal,
  };
}

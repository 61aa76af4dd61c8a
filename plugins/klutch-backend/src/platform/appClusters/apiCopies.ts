/** The copies of an app cluster's objects on the control plane, compared with the objects. Pure functions. */
import { annotations } from '@klutch/bind-api';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import type { ClaimObject } from '../../claimApis/claimResource';

/** A namespace of an app cluster, and the one with its copies. */
export interface MirroredNamespace {
  /** Name on the app cluster. */
  namespace: string;
  /** Name on the control plane. */
  serviceNamespace: string;
}

/** The cached objects of one API. */
export interface ApiObjects {
  resource: string;
  title: string;
  /** Copies in a namespace of the control plane. */
  copiesIn: (serviceNamespace: string) => readonly ClaimObject[];
  /** Objects of the app cluster; undefined where the portal cannot read all of them. */
  objects?: { count: number; has: (key: string) => boolean };
}

/** Objects that an operator put into the namespace carry no mark, and are adopted. */
const isCopy = ({ metadata }: ClaimObject) =>
  metadata.annotations?.[annotations.bound] === 'true' &&
  !metadata.deletionTimestamp;

/** The most copies that are listed. */
const MAX_ITEMS = 100;

/** Counts the objects of each API, and lists copies that have none. */
export function compareCopies(
  apis: readonly ApiObjects[],
  namespaces: readonly MirroredNamespace[],
): Pick<Schemas['AppClusterDetail'], 'inventory' | 'withoutObject'> {
  const inventory: Schemas['ApiInventory'][] = [];
  const items: Schemas['CopiesWithoutObject']['items'] = [];
  let total = 0;
  for (const { copiesIn, objects, resource, title } of apis) {
    let copies = 0;
    for (const { namespace, serviceNamespace } of namespaces) {
      for (const copy of copiesIn(serviceNamespace)) {
        copies += 1;
        const { name = '' } = copy.metadata;
        if (!objects || objects.has(`${namespace}/${name}`)) continue;
        if (!isCopy(copy)) continue;
        total += 1;
        if (items.length < MAX_ITEMS) {
          items.push({ resource, title, namespace, name, serviceNamespace });
        }
      }
    }
    inventory.push({
      resource,
      title,
      ...(objects && { objects: objects.count }),
      copies,
    });
  }
  inventory.sort((a, b) => a.title.localeCompare(b.title));
  return { inventory, withoutObject: { items, total } };
}

// What the bench of events changes: ConfigMaps of 1.5 KB. An API server on two cores takes some 400 changes a second of
// custom resources beside two watchers, but more than the 500 that are asked for of a type of its own.
import { ConfigMap } from '@klutch/kube';

export const countersOf = (namespace: string): string =>
  `/api/v1/namespaces/${namespace}/configmaps`;

export const counterName = (index: number): string => `counter-${index}`;

/** @param counter - how often any of them was changed before. */
export function counterOf(
  namespace: string,
  index: number,
  counter = 0,
): ConfigMap {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { namespace, name: counterName(index) },
    data: {
      counter: String(counter),
      payload: `${index} `.padEnd(1_300, 'counter '),
    },
  };
}

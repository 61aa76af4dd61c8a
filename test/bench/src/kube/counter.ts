// The objects of the event bench: ConfigMaps of 1.5 KB. On two cores an API server handles about 400 changes a second of
// custom resources with two watchers, but more than the required 500 of a built-in type.
import { ConfigMap } from '@klutch/kube';

export const countersOf = (namespace: string): string =>
  `/api/v1/namespaces/${namespace}/configmaps`;

export const counterName = (index: number): string => `counter-${index}`;

/** @param counter - number of earlier changes to any of the objects */
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

// The APIs that the konnector's figures are measured with.
import { Sample, sampleOf } from '../kube/sample';
import { Api } from '../kube/sampleCrd';

export const apis = {
  /** Bound: most figures. */
  main: { plural: 'mains', kind: 'Main' },
  /** Bound, and the API server sets the finalizer. */
  policed: { plural: 'policeds', kind: 'Policed' },
  /** Bound: the one whose neighbour floods. */
  quiet: { plural: 'quiets', kind: 'Quiet' },
  /** On both clusters and not bound: the bare loop's. */
  bare: { plural: 'bares', kind: 'Bare' },
} satisfies Record<string, Api>;

export const boundApis: Api[] = [apis.main, apis.policed, apis.quiet];

export const objectOf = (
  api: Api,
  namespace: string,
  index: number,
): Sample => ({ ...sampleOf(namespace, index), kind: api.kind });

// The APIs of the konnector's benches.
import { Sample, sampleOf } from '../kube/sample';
import { Api } from '../kube/sampleCrd';

export const apis = {
  /** Bound; used for most figures. */
  main: { plural: 'mains', kind: 'Main' },
  /** Bound, with the admission policy that sets the finalizer. */
  policed: { plural: 'policeds', kind: 'Policed' },
  /** Bound; measured while another API is flooded. */
  quiet: { plural: 'quiets', kind: 'Quiet' },
  /** Not bound, installed on both clusters for the bare loop. */
  bare: { plural: 'bares', kind: 'Bare' },
  /** Not bound, installed on both clusters for the least agent. */
  least: { plural: 'leasts', kind: 'Least' },
} satisfies Record<string, Api>;

export const boundApis: Api[] = [apis.main, apis.policed, apis.quiet];

export const objectOf = (
  api: Api,
  namespace: string,
  index: number,
): Sample => ({ ...sampleOf(namespace, index), kind: api.kind });

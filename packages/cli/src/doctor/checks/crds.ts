/** CRDs of a cluster. Pure. */
import { isEstablished, type CustomResourceDefinition } from '@klutch/kube';
import { failed, ok, type Finding } from '../Finding';

/** A CRD that has to be there. */
export interface ExpectedCrd {
  /** `<plural>.<group>` */
  name: string;
  /** Versions that have to be served; empty: any. */
  versions: readonly string[];
  /** What to do when it is not there. */
  remedy: string;
}

const served = (crd: CustomResourceDefinition): string[] =>
  crd.spec.versions.filter(version => version.served).map(({ name }) => name);

function expectedCrd(
  subject: string,
  { name, remedy, versions }: ExpectedCrd,
  crd: CustomResourceDefinition | undefined,
): Finding {
  if (!crd) return failed('CRDs', `${subject} has no CRD ${name}`, remedy);
  if (!isEstablished(crd)) {
    return failed(
      'CRDs',
      `${subject}: CRD ${name} is not established`,
      `See its conditions: kubectl describe crd ${name}.`,
    );
  }
  const missing = versions.filter(version => !served(crd).includes(version));
  return missing.length > 0
    ? failed(
        'CRDs',
        `${subject}: CRD ${name} does not serve ${missing.join(', ')}`,
        remedy,
      )
    : ok('CRDs', `${subject}: ${name} (${served(crd).join(', ')})`);
}

/** Whether each expected CRD is there, established, and serves its versions. */
export function expectedCrds(
  subject: string,
  expected: readonly ExpectedCrd[],
  crds: readonly CustomResourceDefinition[],
): Finding[] {
  const byName = new Map(crds.map(crd => [crd.metadata.name, crd]));
  return expected.map(one => expectedCrd(subject, one, byName.get(one.name)));
}

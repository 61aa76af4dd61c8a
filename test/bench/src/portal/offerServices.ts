// What the portal offers: as many services as the demo, so that the page of services is as long.
import { bindResources, parseApiName } from '@klutch/bind-api';
import { planTemplate } from '@klutch/binding-backend';
import type { CustomResourceDefinition, KubeClient } from '@klutch/kube';
import { apply, sampleCrds } from './testFixtures';

const services = 9;

function copyOf(
  { spec, ...crd }: CustomResourceDefinition,
  index: number,
): CustomResourceDefinition {
  const plural = `copy${index}instances`;
  return {
    ...crd,
    metadata: { ...crd.metadata, name: `${plural}.${spec.group}` },
    spec: {
      ...spec,
      names: {
        kind: `Copy${index}Instance`,
        plural,
        singular: `copy${index}instance`,
      },
    },
  };
}

/** Offers the resource, whose CRD is on the control plane, and copies of it that no app cluster binds. */
export async function offerServices(
  admin: KubeClient,
  resource: string,
): Promise<void> {
  const copies = sampleCrds
    .filter(({ metadata }) => metadata.name === resource)
    .flatMap(crd =>
      Array.from({ length: services - 1 }, (_, index) => copyOf(crd, index)),
    );
  await apply(admin, copies);
  for (const name of [
    resource,
    ...copies.map(({ metadata }) => metadata.name),
  ]) {
    const [template, ...roles] = planTemplate(parseApiName(name ?? ''));
    await apply(admin, roles);
    await admin.create(bindResources.templates, template);
  }
}

// What the portal offers: as many services as the demo, so that the page of services is as long.
import { bindResources, parseApiName } from '@klutch/bind-api';
import { planTemplate } from '@klutch/binding-backend';
import {
  core,
  type CustomResourceDefinition,
  type KubeClient,
} from '@klutch/kube';
import { apply, sampleCrds } from './testFixtures';

const services = 9;

function copyOf(
  { spec, ...crd }: CustomResourceDefinition,
  index: number,
  what: string,
): CustomResourceDefinition {
  const plural = `${what}${index}instances`;
  return {
    ...crd,
    metadata: { ...crd.metadata, name: `${plural}.${spec.group}` },
    spec: {
      ...spec,
      names: {
        kind: `${what.charAt(0).toUpperCase()}${what.slice(1)}${index}Instance`,
        plural,
        singular: plural.slice(0, -1),
      },
    },
  };
}

async function offer(admin: KubeClient, names: readonly string[]) {
  for (const name of names) {
    const [template, ...roles] = planTemplate(parseApiName(name));
    await apply(admin, roles);
    await admin.create(bindResources.templates, template);
  }
}

/**
 * Offers copies of an API.
 *
 * @param what - begins their names, in lower case
 * @returns their names
 */
export async function offerCopies(
  admin: KubeClient,
  resource: string,
  what: string,
  count: number,
): Promise<string[]> {
  const copies = sampleCrds
    .filter(({ metadata }) => metadata.name === resource)
    .flatMap(crd =>
      Array.from({ length: count }, (_, index) => copyOf(crd, index, what)),
    );
  const names = copies.map(({ metadata }) => metadata.name ?? '');
  await apply(admin, copies);
  await offer(admin, names);
  return names;
}

/** Takes back what {@link offerCopies} did, except roles, which nothing uses. */
export async function removeCopies(
  admin: KubeClient,
  apis: readonly string[],
): Promise<void> {
  for (const api of apis) {
    const [{ metadata }] = planTemplate(parseApiName(api));
    const { name = '', namespace } = metadata;
    await admin.delete(bindResources.templates, { name, namespace });
    await admin.delete(core.customResourceDefinitions, { name: api });
  }
}

/** Offers the resource, whose CRD is on the control plane, and copies of it that no app cluster binds. */
export async function offerServices(
  admin: KubeClient,
  resource: string,
): Promise<void> {
  await offer(admin, [resource]);
  await offerCopies(admin, resource, 'copy', services - 1);
}

/** Which updates of Crossplane's packages exist: packages are read as the operator, versions from allowed registries. */
import {
  CONTROL_PLANE_NAME,
  explain,
  type Explanation,
  type Schemas,
} from '@klutch/backstage-plugin-klutch-common';
import {
  inspectInstalled,
  type InstalledObjects,
} from '@klutch/control-plane-health';
import {
  defineResource,
  isForbidden,
  isNotFound,
  type KubeClient,
  type Unstructured,
} from '@klutch/kube';
import type { ControlPlane } from '../../clusters/ControlPlane';
import { mapKubeErrors } from '../../errors/kubeErrors';
import type { Person } from '../../identity/Caller';
import { parsePackageReference } from './packageReference';
import { dependentsOf, usersOf } from './packageUsers';
import { planUpdates } from './planUpdates';
import { readTags } from './readTags';

type Update = Schemas['PackageUpdate'];

export interface PackageUpdateOptions {
  controlPlane: Pick<ControlPlane, 'client'>;
  /** Hosts of registries that may be asked. */
  registries: readonly string[];
}

/** For all requests to registries together: they run in parallel. */
const registryTimeoutMs = 5_000;

const locks = defineResource({
  group: 'pkg.crossplane.io',
  version: 'v1beta1',
  plural: 'locks',
  kind: 'Lock',
  namespaced: false,
});

/** Crossplane's record of packages and their dependencies; undefined where it may not be read. */
async function readLock(client: KubeClient): Promise<Unstructured | undefined> {
  try {
    return await client.get(locks, { name: 'lock' });
  } catch (error) {
    if (isForbidden(error) || isNotFound(error)) return undefined;
    throw error;
  }
}

/** What is known of versions. */
interface Versions extends Explanation {
  state: Update['state'];
  versions: Update['versions'];
}

const unknown = (explanation: Explanation): Versions => ({
  state: 'unknown',
  versions: [],
  ...explanation,
});

/** What was read for one package. */
interface Facts {
  registries: readonly string[];
  lock: Unstructured | undefined;
  signal: AbortSignal;
}

async function findVersions(
  reference: string,
  { lock, registries, signal }: Facts,
): Promise<Versions> {
  const {
    package: name,
    registry,
    repository,
    tag,
  } = parsePackageReference(reference);
  if (!registry) return unknown(explain('UpdateRegistryUnknown'));
  if (!tag) return unknown(explain('UpdateWithoutVersion'));
  const { problem, tags } = await readTags(
    { registry, repository },
    { allowed: registries, signal },
  );
  if (problem) return unknown(problem);
  const versions = planUpdates(tag, tags, dependentsOf(lock, name));
  if (!versions) return unknown(explain('UpdateWithoutVersion'));
  const newest = versions.at(-1);
  return newest
    ? {
        state: 'available',
        versions,
        ...explain('UpdateAvailable', { version: newest.version }),
      }
    : { state: 'current', versions, ...explain('UpdateNone') };
}

async function updateOf(
  type: Update['type'],
  one: Unstructured,
  installed: InstalledObjects,
  facts: Facts,
): Promise<Update> {
  const reference = String(one.spec?.package ?? '');
  const { package: name, tag } = parsePackageReference(reference);
  const dependents = dependentsOf(facts.lock, name);
  return {
    type,
    name: one.metadata.name ?? '',
    package: name,
    ...(tag && { version: tag }),
    activation:
      one.spec?.revisionActivationPolicy === 'Manual' ? 'Manual' : 'Automatic',
    ...(await findVersions(reference, facts)),
    usedBy: [
      ...usersOf(one, installed),
      ...dependents.map(dependent => ({
        kind: 'Package',
        name: dependent.package,
      })),
    ],
  };
}

/**
 * The packages by type and name. Nothing is sent to a registry that the configuration does not allow.
 *
 * @throws NotAllowedError when the operator may not even read CRDs
 */
export function readPackageUpdates(
  { controlPlane, registries }: PackageUpdateOptions,
  { kubernetes }: Person,
): Promise<Update[]> {
  const client = controlPlane.client.as(kubernetes);
  return mapKubeErrors(
    {
      action: 'see the packages of Crossplane',
      object: 'A package of Crossplane',
      cluster: CONTROL_PLANE_NAME,
      user: kubernetes.user,
    },
    async () => {
      const [installed, lock] = await Promise.all([
        inspectInstalled(client),
        readLock(client),
      ]);
      const signal = AbortSignal.timeout(registryTimeoutMs);
      const facts = { registries, lock, signal };
      const ofType = (type: Update['type'], all: readonly Unstructured[]) =>
        [...all]
          .sort((a, b) =>
            (a.metadata.name ?? '').localeCompare(b.metadata.name ?? ''),
          )
          .map(one => updateOf(type, one, installed, facts));
      return Promise.all([
        ...ofType('provider', installed.providers),
        ...ofType('function', installed.functions),
        ...ofType('configuration', installed.configurations),
      ]);
    },
  );
}

/** Which version of an API the app cluster stores and the konnector reads and writes. Pure. */
import type { CustomResourceDefinition } from '@klutch/bind-api';

/** A version of a CRD or of an export. */
interface Version {
  name: string;
  served: boolean;
}

const storedVersion = ({ spec }: CustomResourceDefinition) =>
  spec.versions.find(({ storage }) => storage)?.name;

/**
 * The desired CRD with the storage version of the installed one, while that version is served. The CRD has no
 * conversion that knows the schemas: reading a stored object through another version drops every field that version
 * lacks. Only an administrator of the app cluster can know that all objects fit another version, and switch.
 */
export function keepStoredVersion(
  desired: CustomResourceDefinition,
  installed: CustomResourceDefinition,
): CustomResourceDefinition {
  const stored = storedVersion(installed);
  const { versions } = desired.spec;
  if (!versions.some(({ name, served }) => served && name === stored)) {
    return desired;
  }
  return {
    ...desired,
    spec: {
      ...desired.spec,
      versions: versions.map(version => ({
        ...version,
        storage: version.name === stored,
      })),
    },
  };
}

/**
 * The version to read and write objects in: the app cluster's storage version, as a write in another version drops the
 * fields that only the stored one has. When the storage version is not served: the first served one, as in the
 * reference; undefined when none is served.
 * @param offered - the export, or the CRD itself.
 * @param installed - the app cluster's CRD.
 */
export function versionInUse<T extends Version>(
  offered: { versions: readonly T[] },
  installed: CustomResourceDefinition,
): T | undefined {
  const stored = storedVersion(installed);
  const served = offered.versions.filter(version => version.served);
  return served.find(({ name }) => name === stored) ?? served[0];
}

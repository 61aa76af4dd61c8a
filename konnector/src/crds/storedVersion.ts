/** Which version of an API the app cluster stores, and in which the konnector therefore works. Pure. */
import type { CustomResourceDefinition } from '@klutch/bind-api';

/** A version of a CRD or of an export. */
interface Version {
  name: string;
  served: boolean;
}

const storedVersion = ({ spec }: CustomResourceDefinition) =>
  spec.versions.find(({ storage }) => storage)?.name;

/**
 * The CRD as wanted, but storing objects as the installed one does while that version is served. The CRD has no conversion
 * that knows the schemas: what is stored loses every field that another version does not have when it is read through it.
 * Only an administrator of the app cluster can tell that all objects fit another version, and may switch.
 */
export function keepStoredVersion(
  wanted: CustomResourceDefinition,
  installed: CustomResourceDefinition,
): CustomResourceDefinition {
  const stored = storedVersion(installed);
  const { versions } = wanted.spec;
  if (!versions.some(({ name, served }) => served && name === stored)) {
    return wanted;
  }
  return {
    ...wanted,
    spec: {
      ...wanted.spec,
      versions: versions.map(version => ({
        ...version,
        storage: version.name === stored,
      })),
    },
  };
}

/**
 * The version to read and write objects in: the one that the app cluster stores, since a write in another one drops the
 * fields that only the stored one has. When that is not served, the first that is, as the reference does; undefined when
 * none is.
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

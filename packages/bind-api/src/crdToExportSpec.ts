/** Converts a provider CRD to the CRD part of an export. */
import { versionPattern } from './crds/schema';
import { copyNames, withStorageVersion } from './exportVersions';
import type { Result } from './result';
import type {
  APIServiceExportCrdSpec,
  APIServiceExportVersion,
} from './types/apiServiceExport';
import type { CrdVersion, CustomResourceDefinition } from '@klutch/kube';

const validVersion = new RegExp(versionPattern);

/**
 * Maximum nesting of objects and lists in a schema: far more than in real schemas, and few enough for recursive
 * functions not to exhaust the stack. API servers accept thousands of levels.
 */
const maxSchemaDepth = 256;

const membersOf = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value) : [];

const isDeeperThan = (limit: number, value: unknown): boolean => {
  let level = [value];
  for (let depth = 0; depth <= limit && level.length > 0; depth += 1) {
    level = level.flatMap(membersOf);
  }
  return level.length > 0;
};

const copyVersion = (
  from: CrdVersion,
  openAPIV3Schema: APIServiceExportVersion['schema']['openAPIV3Schema'],
): APIServiceExportVersion => ({
  name: from.name,
  served: from.served,
  storage: from.storage,
  ...(from.deprecated && { deprecated: true }),
  ...(from.deprecationWarning && {
    deprecationWarning: from.deprecationWarning,
  }),
  schema: { openAPIV3Schema },
  subresources: from.subresources ?? {},
  ...(from.additionalPrinterColumns?.length && {
    additionalPrinterColumns: from.additionalPrinterColumns,
  }),
});

const toExportVersion = (from: CrdVersion): Result<APIServiceExportVersion> => {
  const { name } = from;
  if (!validVersion.test(name)) {
    return {
      ok: false,
      error: `version "${name}" is not of the form v1, v1beta1; rename the version or stop serving it.`,
    };
  }
  const schema = from.schema?.openAPIV3Schema;
  if (!schema) {
    return { ok: false, error: `version ${name} has no schema; add one.` };
  }
  if (isDeeperThan(maxSchemaDepth, schema)) {
    return {
      ok: false,
      error: `the schema of version ${name} is nested deeper than ${maxSchemaDepth} levels; flatten the schema, or use x-kubernetes-preserve-unknown-fields.`,
    };
  }
  return { ok: true, value: copyVersion(from, schema) };
};

/**
 * The part of an export that comes from the CRD: group, names, scope and the served versions with their schemas.
 * Metadata, conversion, selectable fields and versions that are not served are omitted. Because an export carries no
 * conversion, only one version of a CRD with a conversion webhook is exported: the stored one, or the first served.
 * @returns an error message when the CRD cannot be exported (no served version, unsupported version name, no schema, a
 * schema that is nested deeper than 256 levels of objects and lists).
 */
export const crdToExportSpec = (
  crd: CustomResourceDefinition,
): Result<APIServiceExportCrdSpec> => {
  const fail = (why: string) => ({
    ok: false as const,
    error: `CRD ${crd.metadata.name} cannot be exported: ${why}`,
  });
  const versions: APIServiceExportVersion[] = [];
  for (const version of crd.spec.versions) {
    if (!version.served) continue;
    const read = toExportVersion(version);
    if (!read.ok) return fail(read.error);
    versions.push(read.value);
  }
  const chosen = withStorageVersion(versions);
  const exported =
    crd.spec.conversion?.strategy === 'Webhook'
      ? chosen.filter(version => version.storage)
      : chosen;
  if (exported.length === 0)
    return fail('no version is served; set served: true on one.');
  return {
    ok: true,
    value: {
      group: crd.spec.group,
      names: copyNames(crd.spec.names),
      scope: crd.spec.scope,
      versions: exported,
    },
  };
};

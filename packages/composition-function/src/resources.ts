/** Input of function-patch-and-transform: the part of `pt.fn.crossplane.io/v1beta1` `Resources` that Compositions here use. */

/** Changes the value that a patch copies. */
export type Transform =
  | {
      type: 'string';
      string:
        | { type: 'Format'; fmt: string }
        | { type: 'Convert'; convert: 'ToLower' | 'ToUpper' }
        | { type: 'TrimPrefix'; trim: string };
    }
  | { type: 'convert'; convert: { toType: 'int64' | 'string' | 'bool' } }
  | { type: 'map'; map: Record<string, unknown> };

/** Copies one field; a missing source field is skipped. */
export type Patch =
  | {
      type?: 'FromCompositeFieldPath' | 'ToCompositeFieldPath';
      fromFieldPath: string;
      /** As `fromFieldPath` by default. */
      toFieldPath?: string;
      transforms?: Transform[];
    }
  | { type: 'PatchSet'; patchSetName: string };

/** A composed resource. */
export interface ResourceTemplate {
  name: string;
  base: Record<string, unknown>;
  patches?: Patch[];
  /** By default the resource is ready when its condition `Ready` is `True`. */
  readinessChecks?: { type: 'None' }[];
}

/** The input of the pipeline step. */
export interface Resources {
  apiVersion?: string;
  kind?: string;
  patchSets?: { name: string; patches: Patch[] }[];
  resources: ResourceTemplate[];
}

const known: Record<string, readonly string[]> = {
  input: ['apiVersion', 'kind', 'patchSets', 'resources'],
  resource: ['name', 'base', 'patches', 'readinessChecks'],
  patch: ['type', 'fromFieldPath', 'toFieldPath', 'transforms', 'patchSetName'],
  patchType: ['FromCompositeFieldPath', 'ToCompositeFieldPath', 'PatchSet'],
};

/** Refuses what would silently be left out. */
function refuseUnknown(
  what: keyof typeof known,
  names: readonly string[],
  where: string,
) {
  const unknown = names.find(name => !known[what]?.includes(name));
  if (unknown) {
    throw new Error(
      `${where} has ${unknown}, which this function does not know. Run function-patch-and-transform for such Compositions.`,
    );
  }
}

/** Checks the input of a step. Throws for features of patch-and-transform that this function lacks. */
export function parseResources(input: unknown): Resources {
  const resources = input as Partial<Resources> | undefined;
  if (
    !resources ||
    !Array.isArray(resources.resources) ||
    resources.resources.length === 0
  ) {
    throw new Error('The input of the pipeline step has no resources.');
  }
  refuseUnknown(
    'input',
    Object.keys(resources),
    'The input of the pipeline step',
  );
  const patchesOf = (patches: Patch[] = [], where: string) =>
    patches.forEach(patch => {
      const { type = 'FromCompositeFieldPath' } = patch;
      refuseUnknown('patch', Object.keys(patch), `A patch of ${where}`);
      refuseUnknown('patchType', [type], `A patch of ${where}`);
    });
  for (const resource of resources.resources) {
    const where = `The resource ${resource.name}`;
    refuseUnknown('resource', Object.keys(resource), where);
    patchesOf(resource.patches, resource.name);
    if (resource.readinessChecks?.some(({ type }) => type !== 'None')) {
      throw new Error(`${where} has a readiness check other than None.`);
    }
  }
  resources.patchSets?.forEach(({ name, patches }) => patchesOf(patches, name));
  return resources as Resources;
}

/** Converts a composition for function-patch-and-transform to the engine that is built into Crossplane 1.x. */
import type { Composition } from './types';

type Fields = Record<string, unknown>;

const functionApiVersion = 'pt.fn.crossplane.io/v1beta1';
const functionName = /(^|-)function-patch-and-transform$/;

/** Keywords that the built-in engine supports; the function supports more. */
const supported = {
  patch: [
    'FromCompositeFieldPath',
    'PatchSet',
    'ToCompositeFieldPath',
    'CombineFromComposite',
    'CombineToComposite',
  ],
  fromFieldPath: ['Optional', 'Required'],
  transform: ['map', 'match', 'math', 'string', 'convert'],
  string: ['Format', 'Convert', 'TrimPrefix', 'TrimSuffix', 'Regexp', 'Join'],
  readiness: [
    'MatchString',
    'MatchInteger',
    'NonEmpty',
    'MatchCondition',
    'MatchTrue',
    'MatchFalse',
    'None',
  ],
};

/** The built-in engine's name for each `policy.toFieldPath`; by default a value is replaced. */
const mergeOptions: Record<string, Fields | undefined> = {
  Replace: undefined,
  MergeObjects: { keepMapValues: true },
  MergeObjectsAppendArrays: { keepMapValues: true, appendSlice: true },
  ForceMergeObjects: {},
  ForceMergeObjectsAppendArrays: { appendSlice: true },
};

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Throws an error that names the composition and the position in it. */
type Refuse = (where: string, why: string) => never;

const refuser =
  (composition: Composition): Refuse =>
  (where, why) => {
    throw new Error(
      `Composition ${composition.metadata.name} cannot run on Crossplane's built-in engine: ${where} ${why}. ` +
        'Run it with its function instead, or change it.',
    );
  };

const assertOnlyFields = (
  value: Fields,
  allowed: string[],
  where: string,
  refuse: Refuse,
) => {
  const other = Object.keys(value).find(field => !allowed.includes(field));
  if (other !== undefined)
    refuse(where, `uses "${other}", which that engine does not support`);
};

const assertSupported = (
  value: unknown,
  values: string[],
  where: string,
  refuse: Refuse,
) => {
  if (value !== undefined && !values.includes(String(value))) {
    refuse(
      where,
      `is "${String(value)}"; that engine supports ${values.join(', ')}`,
    );
  }
};

const listOf = (value: unknown, where: string, refuse: Refuse): Fields[] => {
  if (value === undefined) return [];
  if (!Array.isArray(value) || !value.every(isFields))
    return refuse(where, 'is not a list of objects');
  return value;
};

const convertPolicy = (
  policy: Fields,
  where: string,
  refuse: Refuse,
): Fields => {
  assertOnlyFields(policy, ['fromFieldPath', 'toFieldPath'], where, refuse);
  assertSupported(
    policy.fromFieldPath,
    supported.fromFieldPath,
    `${where}.fromFieldPath`,
    refuse,
  );
  assertSupported(
    policy.toFieldPath,
    Object.keys(mergeOptions),
    `${where}.toFieldPath`,
    refuse,
  );
  const { toFieldPath, ...rest } = policy;
  const merge = mergeOptions[String(toFieldPath)];
  return { ...rest, ...(merge && { mergeOptions: merge }) };
};

const checkTransform = (transform: Fields, where: string, refuse: Refuse) => {
  assertSupported(transform.type, supported.transform, `${where}.type`, refuse);
  if (isFields(transform.string))
    assertSupported(
      transform.string.type,
      supported.string,
      `${where}.string.type`,
      refuse,
    );
};

const convertPatch = (patch: Fields, where: string, refuse: Refuse): Fields => {
  assertSupported(patch.type, supported.patch, `${where}.type`, refuse);
  listOf(patch.transforms, `${where}.transforms`, refuse).forEach(
    (transform, index) =>
      checkTransform(transform, `${where}.transforms[${index}]`, refuse),
  );
  const { policy, ...rest } = patch;
  if (!isFields(policy)) return patch;
  const converted = convertPolicy(policy, `${where}.policy`, refuse);
  return Object.keys(converted).length > 0
    ? { ...rest, policy: converted }
    : rest;
};

const convertPatches = (
  patches: unknown,
  where: string,
  refuse: Refuse,
): Fields[] =>
  listOf(patches, where, refuse).map((patch, index) =>
    convertPatch(patch, `${where}[${index}]`, refuse),
  );

const convertResource = (
  resource: Fields,
  where: string,
  refuse: Refuse,
): Fields => {
  assertOnlyFields(
    resource,
    ['name', 'base', 'patches', 'connectionDetails', 'readinessChecks'],
    where,
    refuse,
  );
  listOf(resource.readinessChecks, `${where}.readinessChecks`, refuse).forEach(
    (check, index) =>
      assertSupported(
        check.type,
        supported.readiness,
        `${where}.readinessChecks[${index}].type`,
        refuse,
      ),
  );
  return {
    ...resource,
    ...(resource.patches !== undefined && {
      patches: convertPatches(resource.patches, `${where}.patches`, refuse),
    }),
  };
};

/** The input of the only step, if the pipeline has a convertible shape. */
const singleInput = (composition: Composition, refuse: Refuse): Fields => {
  const [step, ...more] = composition.spec.pipeline ?? [];
  if (!step) return refuse('spec.pipeline', 'is empty');
  const next = more[0];
  if (next)
    refuse(
      'spec.pipeline',
      `has a second step, "${next.step}"; that engine runs one patch-and-transform`,
    );
  const where = `step "${step.step}"`;
  if (!functionName.test(step.functionRef.name)) {
    refuse(
      where,
      `calls ${step.functionRef.name}; only function-patch-and-transform has a counterpart`,
    );
  }
  assertOnlyFields(step, ['step', 'functionRef', 'input'], where, refuse);
  const { input } = step;
  if (!isFields(input)) return refuse(where, 'has no input');
  if (input.apiVersion !== functionApiVersion || input.kind !== 'Resources') {
    refuse(
      where,
      `has an input of ${String(input.apiVersion)} ${String(input.kind)}, not of ${functionApiVersion} Resources`,
    );
  }
  assertOnlyFields(
    input,
    ['apiVersion', 'kind', 'resources', 'patchSets'],
    `the input of ${where}`,
    refuse,
  );
  return input;
};

/**
 * Converts a composition to mode Resources, for a Crossplane 1.x without functions (the sandbox); a composition in
 * that mode is returned unchanged. This is the reverse of Crossplane's own converter.
 * @throws Error that names the position, when the composition uses a feature that the built-in engine lacks.
 */
export const toResourcesMode = (composition: Composition): Composition => {
  if (composition.spec.mode !== 'Pipeline') return composition;
  const refuse = refuser(composition);
  const input = singleInput(composition, refuse);
  const resources = listOf(input.resources, 'resources', refuse).map(
    (resource, index) =>
      convertResource(resource, `resources[${index}]`, refuse),
  );
  if (resources.length === 0) refuse('resources', 'is empty');
  const patchSets = listOf(input.patchSets, 'patchSets', refuse).map(
    (set, index) => ({
      ...set,
      patches: convertPatches(
        set.patches,
        `patchSets[${index}].patches`,
        refuse,
      ),
    }),
  );
  const { pipeline, ...spec } = composition.spec;
  return {
    ...composition,
    spec: {
      ...spec,
      mode: 'Resources',
      resources,
      ...(patchSets.length > 0 && { patchSets }),
    },
  };
};

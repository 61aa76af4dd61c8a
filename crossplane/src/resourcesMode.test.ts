import { loadCompositions } from './manifests';
import { toResourcesMode } from './resourcesMode';
import type { Composition } from './types';

type Fields = Record<string, unknown>;

const pipeline = (input: Fields, step: Fields = {}): Composition => ({
  apiVersion: 'apiextensions.crossplane.io/v1',
  kind: 'Composition',
  metadata: { name: 'example' },
  spec: {
    compositeTypeRef: { apiVersion: 'example.com/v1', kind: 'XThing' },
    writeConnectionSecretsToNamespace: 'secrets',
    mode: 'Pipeline',
    pipeline: [
      {
        step: 'patch-and-transform',
        functionRef: { name: 'function-patch-and-transform' },
        input: {
          apiVersion: 'pt.fn.crossplane.io/v1beta1',
          kind: 'Resources',
          ...input,
        },
        ...step,
      },
    ],
  },
});

const base = { apiVersion: 'example.com/v1', kind: 'Thing' };
const withPatch = (patch: Fields) =>
  pipeline({ resources: [{ name: 'thing', base, patches: [patch] }] });
const patchOf = (composition: Composition): unknown => {
  const [resource] = composition.spec.resources ?? [];
  return Array.isArray(resource?.patches) ? resource.patches[0] : undefined;
};
const fromName = {
  type: 'FromCompositeFieldPath',
  fromFieldPath: 'spec.name',
  toFieldPath: 'spec.name',
};

describe('a pipeline of one patch-and-transform step', () => {
  it('becomes mode Resources and keeps everything else', () => {
    const resource = {
      name: 'thing',
      base,
      patches: [{ type: 'PatchSet', patchSetName: 'common' }, fromName],
      connectionDetails: [{ name: 'user', type: 'FromValue', value: 'me' }],
      readinessChecks: [{ type: 'None' }],
    };
    const patchSets = [{ name: 'common', patches: [fromName] }];
    const source = pipeline({ resources: [resource], patchSets });
    const before = structuredClone(source);
    expect(toResourcesMode(source)).toEqual({
      apiVersion: 'apiextensions.crossplane.io/v1',
      kind: 'Composition',
      metadata: { name: 'example' },
      spec: {
        compositeTypeRef: { apiVersion: 'example.com/v1', kind: 'XThing' },
        writeConnectionSecretsToNamespace: 'secrets',
        mode: 'Resources',
        resources: [resource],
        patchSets,
      },
    });
    expect(source).toEqual(before);
  });

  it('may call the function by the name that the package manager assigns', () => {
    const source = pipeline(
      { resources: [{ name: 'thing', base }] },
      {
        functionRef: {
          name: 'crossplane-contrib-function-patch-and-transform',
        },
      },
    );
    expect(toResourcesMode(source).spec.resources).toEqual([
      { name: 'thing', base },
    ]);
  });

  it.each([
    ['Replace', undefined],
    ['MergeObjects', { mergeOptions: { keepMapValues: true } }],
    [
      'MergeObjectsAppendArrays',
      { mergeOptions: { keepMapValues: true, appendSlice: true } },
    ],
    ['ForceMergeObjects', { mergeOptions: {} }],
    ['ForceMergeObjectsAppendArrays', { mergeOptions: { appendSlice: true } }],
  ])('converts its policy %s to merge options', (toFieldPath, policy) => {
    expect(
      patchOf(
        toResourcesMode(withPatch({ ...fromName, policy: { toFieldPath } })),
      ),
    ).toEqual({
      ...fromName,
      ...(policy && { policy }),
    });
  });

  it('keeps a required source', () => {
    const patch = { ...fromName, policy: { fromFieldPath: 'Required' } };
    expect(patchOf(toResourcesMode(withPatch(patch)))).toEqual(patch);
  });
});

describe('a composition in mode Resources', () => {
  it('is returned unchanged', () => {
    const once = toResourcesMode(withPatch(fromName));
    expect(toResourcesMode(once)).toBe(once);
  });
});

describe('refused with a message that names the position', () => {
  const two = withPatch(fromName);
  two.spec.pipeline?.push({
    step: 'ready',
    functionRef: { name: 'function-auto-ready' },
  });
  const empty = withPatch(fromName);
  empty.spec.pipeline = [];

  it.each<[string, Composition, RegExp]>([
    ['a second step', two, /has a second step, "ready"/],
    ['no step', empty, /spec.pipeline is empty/],
    [
      'another function',
      pipeline(
        { resources: [] },
        { functionRef: { name: 'function-go-templating' } },
      ),
      /calls function-go-templating; only function-patch-and-transform/,
    ],
    [
      'a function’s credentials',
      pipeline({ resources: [] }, { credentials: [] }),
      /uses "credentials"/,
    ],
    [
      'a step without input',
      pipeline({}, { input: undefined }),
      /has no input/,
    ],
    [
      'another input',
      pipeline({ kind: 'Templates' }),
      /has an input of pt.fn.crossplane.io\/v1beta1 Templates/,
    ],
    [
      'an environment',
      pipeline({ environment: {}, resources: [] }),
      /uses "environment"/,
    ],
    ['no resources', pipeline({ resources: [] }), /resources is empty/],
    [
      'resources that are no list',
      pipeline({ resources: 'x' }),
      /resources is not a list/,
    ],
    [
      'an unknown field of a resource',
      pipeline({ resources: [{ base, ttl: 1 }] }),
      /resources\[0\] uses "ttl"/,
    ],
    [
      'a patch from the environment',
      withPatch({ type: 'FromEnvironmentFieldPath' }),
      /resources\[0\].patches\[0\].type is "FromEnvironmentFieldPath"/,
    ],
    [
      'a policy it does not know',
      withPatch({ ...fromName, policy: { toFieldPath: 'Sometimes' } }),
      /policy.toFieldPath is "Sometimes"/,
    ],
    [
      'a string transform it does not know',
      withPatch({
        ...fromName,
        transforms: [{ type: 'string', string: { type: 'Replace' } }],
      }),
      /transforms\[0\].string.type is "Replace"/,
    ],
    [
      'a patch set with such a patch',
      pipeline({
        resources: [{ name: 'thing', base }],
        patchSets: [
          { name: 'a', patches: [{ type: 'CombineFromEnvironment' }] },
        ],
      }),
      /patchSets\[0\].patches\[0\].type/,
    ],
    [
      'a readiness check it does not know',
      pipeline({
        resources: [{ base, readinessChecks: [{ type: 'MatchAll' }] }],
      }),
      /readinessChecks\[0\].type is "MatchAll"/,
    ],
  ])('%s', (_what, composition, reason) => {
    expect(() => toResourcesMode(composition)).toThrow(reason);
    expect(() => toResourcesMode(composition)).toThrow(
      /^Composition example cannot run .* Run it with its function/,
    );
  });
});

describe('the shipped compositions', () => {
  it('can all be converted', async () => {
    const compositions = await loadCompositions();
    expect(
      compositions.map(composition => toResourcesMode(composition).spec.mode),
    ).toEqual(compositions.map(() => 'Resources'));
  });
});

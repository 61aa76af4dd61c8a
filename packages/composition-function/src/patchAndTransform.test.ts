import { patchAndTransform } from './patchAndTransform';
import { parseResources, type Patch, type Resources } from './resources';

const composite = {
  apiVersion: 'anynines.com/v1',
  kind: 'XKeyvalueInstance',
  metadata: {
    name: 'sessions-x7k2p',
    labels: { 'crossplane.io/claim-name': 'sessions' },
  },
  spec: {
    plan: 'keyvalue-single-nano-ssl',
    service: 'a9s-keyvalue8',
    level: 'WARNING',
    parameters: { maxclients: 0, list: ['a', 'b'] },
  },
};

const step = (...patches: Patch[]): Resources => ({
  resources: [
    {
      name: 'instance',
      base: {
        apiVersion: 'example.org/v1',
        kind: 'Instance',
        spec: { size: 1 },
      },
      patches,
    },
  ],
});

const compose = (resources: Resources, existing?: Record<string, unknown>) => {
  const { composed, composite: status } = patchAndTransform(
    parseResources(resources),
    { composite, composed: existing ? { instance: existing } : {} },
  );
  return { ...composed.instance, composite: status };
};

const from = (
  fromFieldPath: string,
  toFieldPath: string,
  ...transforms: NonNullable<Exclude<Patch, { type: 'PatchSet' }>['transforms']>
): Patch => ({
  type: 'FromCompositeFieldPath',
  fromFieldPath,
  toFieldPath,
  transforms,
});

describe('a patch from the composite', () => {
  it('copies values of every type, also into fields that do not exist yet', () => {
    const { object } = compose(
      step(
        from(
          'spec.parameters.maxclients',
          'spec.forProvider.parameters.maxclients',
        ),
        from('spec.parameters.list', 'spec.lists[0].items'),
        from(
          'metadata.labels[crossplane.io/claim-name]',
          'metadata.labels[crossplane.io/claim-name]',
        ),
      ),
    );
    expect(object).toEqual({
      apiVersion: 'example.org/v1',
      kind: 'Instance',
      metadata: { labels: { 'crossplane.io/claim-name': 'sessions' } },
      spec: {
        size: 1,
        forProvider: { parameters: { maxclients: 0 } },
        lists: [{ items: ['a', 'b'] }],
      },
    });
  });

  it('is skipped when the composite has no such field', () => {
    expect(
      compose(step(from('spec.absent.field', 'spec.size'))).object,
    ).toEqual({
      apiVersion: 'example.org/v1',
      kind: 'Instance',
      spec: { size: 1 },
    });
  });

  it('leaves the base of the Composition as it is', () => {
    const resources = step(from('spec.plan', 'spec.size'));
    compose(resources);
    expect(resources.resources[0]?.base.spec).toEqual({ size: 1 });
  });

  it.each<[string, Patch, unknown]>([
    [
      'formats',
      from('spec.service', 'spec.size', {
        type: 'string',
        string: { type: 'Format', fmt: '%s-broker' },
      }),
      'a9s-keyvalue8-broker',
    ],
    [
      'changes to lower case',
      from('spec.level', 'spec.size', {
        type: 'string',
        string: { type: 'Convert', convert: 'ToLower' },
      }),
      'warning',
    ],
    [
      'trims, then converts to a number',
      from(
        'spec.service',
        'spec.size',
        {
          type: 'string',
          string: { type: 'TrimPrefix', trim: 'a9s-keyvalue' },
        },
        { type: 'convert', convert: { toType: 'int64' } },
      ),
      8,
    ],
    [
      'maps',
      from('spec.plan', 'spec.size', {
        type: 'map',
        map: { 'keyvalue-single-nano-ssl': 3 },
      }),
      3,
    ],
  ])('%s', (_, patch, value) => {
    expect(compose(step(patch)).object?.spec).toEqual({ size: value });
  });

  it.each<[string, Patch, RegExp]>([
    [
      'a map without the value',
      from('spec.plan', 'spec.size', { type: 'map', map: { other: 1 } }),
      /from spec.plan to spec.size.*no key "keyvalue-single-nano-ssl"/,
    ],
    [
      'a conversion of a word to a number',
      from('spec.plan', 'spec.size', {
        type: 'convert',
        convert: { toType: 'int64' },
      }),
      /not a whole number/,
    ],
    [
      'a path through a number',
      from('spec.plan', 'spec.size.deep'),
      /leads through size/,
    ],
    ['a wildcard', from('spec.parameters.list[*]', 'spec.size'), /wildcard/],
  ])('ends the pipeline for %s', (_, patch, message) => {
    expect(() => compose(step(patch))).toThrow(message);
  });
});

describe('a patch to the composite', () => {
  const toComposite = step({
    type: 'ToCompositeFieldPath',
    fromFieldPath: 'status.atProvider.state',
    toFieldPath: 'status.managed.state',
  });

  it('reports what the composed resource has', () => {
    const existing = { status: { atProvider: { state: 'provisioned' } } };
    expect(compose(toComposite, existing).composite).toEqual({
      status: { managed: { state: 'provisioned' } },
    });
  });

  it('reports nothing while the resource does not exist, or has no such field', () => {
    expect(compose(toComposite).composite).toEqual({});
    expect(compose(toComposite, { status: {} }).composite).toEqual({});
  });
});

describe('a composed resource', () => {
  const conditions = (status: string) => ({
    status: { conditions: [{ type: 'Ready', status }] },
  });

  it('is ready once its condition Ready is True', () => {
    expect(compose(step()).ready).toBe(false);
    expect(compose(step(), {}).ready).toBe(false);
    expect(compose(step(), conditions('False')).ready).toBe(false);
    expect(compose(step(), conditions('True')).ready).toBe(true);
  });

  it('is ready at once with the readiness check None', () => {
    const resources = step();
    resources.resources[0]!.readinessChecks = [{ type: 'None' }];
    expect(compose(resources).ready).toBe(true);
  });

  it('gets the patches of a patch set', () => {
    const patchSets = [
      { name: 'plan', patches: [from('spec.plan', 'spec.size')] },
    ];
    const resources = step({ type: 'PatchSet', patchSetName: 'plan' });
    expect(compose({ ...resources, patchSets }).object?.spec).toEqual({
      size: 'keyvalue-single-nano-ssl',
    });
    expect(() => compose(resources)).toThrow(
      /patch set plan, which does not exist/,
    );
  });
});

describe('the input of a step', () => {
  it.each([
    ['nothing', undefined, /no resources/],
    ['no resources', { resources: [] }, /no resources/],
    ['an environment', { ...step(), environment: {} }, /has environment/],
    [
      'connection details',
      { resources: [{ name: 'a', base: {}, connectionDetails: [] }] },
      /The resource a has connectionDetails/,
    ],
    [
      'a policy of a patch',
      { resources: [{ name: 'a', base: {}, patches: [{ policy: {} }] }] },
      /A patch of a has policy/,
    ],
    [
      'a patch of another type',
      {
        resources: [
          {
            name: 'a',
            base: {},
            patches: [
              { type: 'FromEnvironmentFieldPath', fromFieldPath: 'region' },
            ],
          },
        ],
      },
      /A patch of a has FromEnvironmentFieldPath/,
    ],
    [
      'another readiness check',
      {
        resources: [
          { name: 'a', base: {}, readinessChecks: [{ type: 'NonEmpty' }] },
        ],
      },
      /readiness check/,
    ],
  ])('with %s is refused', (_, input, message) => {
    expect(() => parseResources(input)).toThrow(message);
  });
});

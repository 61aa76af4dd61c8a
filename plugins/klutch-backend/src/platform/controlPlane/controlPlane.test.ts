import {
  explain,
  reasonMessages,
} from '@klutch/backstage-plugin-klutch-common';
import type { InstalledObjects, Problem } from '@klutch/control-plane-health';
import {
  ApiError,
  type CustomResourceDefinition,
  type KubeClient,
  type Unstructured,
} from '@klutch/kube';
import type { ControlPlane } from '../../clusters/ControlPlane';
import type { Person } from '../../identity/Caller';
import { components } from './componentHealth';
import { parsePackageReference } from './packageReference';
import { dependentsOf, usersOf } from './packageUsers';
import { planUpdates } from './planUpdates';
import { problemView } from './problemExplanation';
import { readManagedResources } from './readManagedResources';

const object = (
  kind: string,
  name: string,
  more: Partial<Unstructured> = {},
): Unstructured => ({
  apiVersion: 'x/v1',
  kind,
  ...more,
  metadata: { name, ...more.metadata },
});

const nothing: InstalledObjects = {
  providers: [],
  functions: [],
  configurations: [],
  xrds: [],
  compositions: [],
};

const problem: Problem = {
  severity: 'error',
  object: { apiVersion: 'x/v1', kind: 'Provider', name: 'b' },
  reason: 'PackageNotHealthy',
  params: { cause: 'No pods.', revisions: 'providerrevisions' },
  message: 'The package is not healthy. No pods.',
  remedy: 'Look at its revisions.',
};

it('parses references of packages as container tools do', () => {
  expect(
    [
      'xpkg.crossplane.io/acme/provider-x:v1.2.3',
      'localhost:5000/x@sha256:12',
      'acme/provider-x:v1',
      'ghcr.io/acme/x:v1@sha256:12',
    ].map(parsePackageReference),
  ).toEqual([
    {
      package: 'xpkg.crossplane.io/acme/provider-x',
      registry: 'xpkg.crossplane.io',
      repository: 'acme/provider-x',
      tag: 'v1.2.3',
    },
    {
      package: 'localhost:5000/x',
      registry: 'localhost:5000',
      repository: 'x',
    },
    { package: 'acme/provider-x', repository: 'acme/provider-x', tag: 'v1' },
    {
      package: 'ghcr.io/acme/x',
      registry: 'ghcr.io',
      repository: 'acme/x',
      tag: 'v1',
    },
  ]);
});

describe('components', () => {
  it('are one line each, with the version and the health in words', () => {
    const lines = components(
      1,
      { version: 'v1.20.0', replicas: 2, ready: 1 },
      {
        ...nothing,
        providers: [
          object('Provider', 'b', { spec: { package: 'x.io/b:v2' } }),
          object('Provider', 'a', { status: { currentRevision: 'a-1' } }),
        ],
        functions: [
          object('Function', 'f', {
            metadata: { annotations: { 'crossplane.io/paused': 'true' } },
          }),
        ],
        xrds: [object('CompositeResourceDefinition', 'b')],
      },
      [problem],
    );
    expect(
      lines.map(({ name, reason, state, version }) => [
        name,
        version,
        state,
        reason,
      ]),
    ).toEqual([
      ['Crossplane', 'v1.20.0', 'warning', 'ComponentCrossplaneReady'],
      ['a', undefined, 'ok', 'ComponentPackageHealthy'],
      ['b', 'v2', 'error', 'ControlPlanePackageNotHealthy'],
      ['f', undefined, 'warning', 'ComponentPaused'],
      ['b', undefined, 'ok', 'ComponentXrdServed'],
    ]);
    expect(lines[1]).toMatchObject({ revision: 'a-1' });
  });

  it('say that Crossplane does not run, and nothing without Crossplane', () => {
    const stopped = { replicas: 1, ready: 0 };
    expect(components(2, stopped, nothing, [])).toMatchObject([
      { state: 'error', version: '2.x', reason: 'ComponentCrossplaneNotReady' },
    ]);
    expect(components(2, undefined, nothing, [])).toMatchObject([
      { state: 'ok', reason: 'ComponentCrossplaneServed' },
    ]);
    expect(components(undefined, undefined, nothing, [])).toEqual([]);
  });
});

it('gives problems the reasons and parameters of their texts', () => {
  const view = problemView(problem, undefined);
  expect(view).toMatchObject({
    reason: 'ControlPlanePackageNotHealthy',
    remedyReason: 'ControlPlanePackageNotHealthyRemedy',
    params: problem.params,
  });
  const fill = (text: string) =>
    text.replace(/\{\{(\w+)\}\}/g, (_, name) => problem.params[name] ?? '??');
  expect(fill(reasonMessages.ControlPlanePackageNotHealthy)).toBe(view.message);
  expect(
    fill(reasonMessages.ControlPlanePackageNotHealthyRemedy),
  ).not.toContain('??');
});

describe('updates', () => {
  const tags = [
    'v1.2.3',
    'v1.2.10',
    'v1.2.9',
    'v1.3.0-rc.1',
    'v1.4.0',
    'v2.0.0',
    'v2.1.0-rc.1',
    'latest',
    'v0.9.0',
  ];

  it('are the newest of each change, with who does not allow it', () => {
    const dependents = [
      { package: 'acme/a', constraint: '<v2.0.0' },
      { package: 'acme/b', constraint: '>=v1.0.0' },
      { package: 'acme/c', constraint: 'sha256:12' },
    ];
    expect(planUpdates('v1.2.3', tags, dependents)).toEqual([
      { version: 'v1.2.10', change: 'patch', excludedBy: [] },
      { version: 'v1.4.0', change: 'minor', excludedBy: [] },
      { version: 'v2.0.0', change: 'major', excludedBy: [dependents[0]] },
    ]);
  });

  it('of a version before a release include such versions', () => {
    expect(planUpdates('v2.1.0-alpha.1', tags)).toEqual([
      { version: 'v2.1.0-rc.1', change: 'patch', excludedBy: [] },
    ]);
  });

  it('do not exist for the newest version, and are not known for others', () => {
    expect(planUpdates('v2.0.0', tags)).toEqual([]);
    expect(planUpdates('main', tags)).toBeUndefined();
  });
});

describe('what uses a package', () => {
  const calling = (name: string, ...functions: string[]) =>
    object('Composition', name, {
      spec: {
        pipeline: functions.map(one => ({ functionRef: { name: one } })),
      },
    });

  it('is Compositions for a function, and what a Configuration installs', () => {
    const owned = object('CompositeResourceDefinition', 'xrd', {
      metadata: {
        ownerReferences: [
          {
            apiVersion: 'pkg.crossplane.io/v1',
            kind: 'ConfigurationRevision',
            name: 'services-1a',
            uid: '1',
          },
        ],
      },
    });
    const installed = {
      ...nothing,
      compositions: [calling('a', 'f', 'g'), calling('b', 'g')],
      xrds: [owned],
    };
    expect(usersOf(object('Function', 'f'), installed)).toEqual([
      { kind: 'Composition', name: 'a' },
    ]);
    expect(
      usersOf(
        object('Configuration', 'services', {
          status: { currentRevision: 'services-1a' },
        }),
        installed,
      ),
    ).toEqual([{ kind: 'CompositeResourceDefinition', name: 'xrd' }]);
  });

  it('is also what depends on it, by the Lock', () => {
    const lock = object('Lock', 'lock', {
      packages: [
        {
          source: 'x.io/services',
          dependencies: [
            { package: 'x.io/provider', constraints: '>=v1' },
            { package: 'x.io/other', constraints: '>=v2' },
          ],
        },
        { source: 'x.io/other' },
      ],
    });
    expect(dependentsOf(lock, 'x.io/provider')).toEqual([
      { package: 'x.io/services', constraint: '>=v1' },
    ]);
    expect(dependentsOf(undefined, 'x.io/provider')).toEqual([]);
  });
});

describe('managed resources', () => {
  const crd = (plural: string, owner?: { kind: string; name: string }) =>
    ({
      metadata: {
        name: `${plural}.x.io`,
        ownerReferences: owner && [owner],
      },
      spec: {
        group: 'x.io',
        scope: 'Cluster',
        names: { plural, kind: plural.toUpperCase(), categories: ['managed'] },
        versions: [{ name: 'v1', served: true, storage: true }],
      },
      status: { conditions: [{ type: 'Established', status: 'True' }] },
    }) as unknown as CustomResourceDefinition;
  const other = crd('others');
  other.spec.names.categories = ['crossplane'];
  const conditions = (...types: string[]) => ({
    status: { conditions: types.map(type => ({ type, status: 'True' })) },
  });
  const ready = object('A', 'ready', conditions('Ready', 'Synced'));
  const refused = new ApiError({ code: 403, reason: 'Forbidden', message: '' });
  const person = {
    kubernetes: { user: 'klutch:oscar', groups: [] },
  } as unknown as Person;

  const read = (
    objects: Record<string, Unstructured[] | Error>,
    page: { offset: number; limit: number },
  ) => {
    const listed: string[] = [];
    async function* listPages({ plural }: { plural: string }) {
      listed.push(plural);
      const items = objects[plural] ?? [];
      if (items instanceof Error) throw items;
      yield { items, resourceVersion: '1' };
      throw new Error('Only one page of objects is read.');
    }
    const client = { as: () => ({ listPages }) } as unknown as KubeClient;
    const crds = [
      crd('cs', { kind: 'ProviderRevision', name: 'acme-1a2b3c' }),
      other,
      crd('as', { kind: 'Provider', name: 'acme' }),
      crd('bs'),
    ];
    const controlPlane = {
      client,
      caches: { crds: { list: () => crds } },
    } as unknown as ControlPlane;
    return { listed, result: readManagedResources(controlPlane, person, page) };
  };

  it('are counted by provider and kind, those of the page only', async () => {
    const many = Array.from({ length: 500 }, () => ready);
    const { listed, result } = read(
      {
        as: [ready, object('A', 'b', conditions('Ready'))],
        bs: refused,
        cs: many,
      },
      { offset: 0, limit: 3 },
    );
    expect(await result).toEqual({
      total: 3,
      items: [
        {
          provider: 'acme',
          kind: 'AS',
          resource: 'as.x.io',
          ready: 1,
          notReady: 1,
          complete: true,
        },
        expect.objectContaining({ kind: 'CS', ready: 500, complete: false }),
        expect.objectContaining({
          provider: 'x.io',
          problem: explain('ManagedResourcesForbidden', { resource: 'bs.x.io' })
            .message,
        }),
      ],
    });
    expect(listed).toHaveLength(3);
    const last = read({}, { offset: 2, limit: 3 });
    expect((await last.result).items).toHaveLength(1);
    expect(last.listed).toEqual(['bs']);
  });

  it('cannot be counted when the cluster fails', async () => {
    const { result } = read(
      { as: new Error('broken') },
      { offset: 0, limit: 1 },
    );
    await expect(result).rejects.toThrow('broken');
  });
});

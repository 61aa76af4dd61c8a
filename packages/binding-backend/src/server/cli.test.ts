import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { serverCommand } from './cli';

interface Printed {
  kind: string;
  metadata: { name: string; namespace?: string };
  subjects?: object[];
  rules?: { verbs: string[]; resources?: string[]; resourceNames?: string[] }[];
}

/** The parsed YAML output of a command line. */
const printed = async (...args: string[]): Promise<Printed[]> => {
  let text = '';
  const command = serverCommand(more => {
    text += more;
  });
  await command.parseAsync(['node', 'klutch-binding-backend', ...args]);
  return parseAllDocuments(text).map(document => document.toJS());
};

const helpOf = (name: string): string =>
  serverCommand(() => undefined)
    .commands.find(command => command.name() === name)
    ?.helpInformation() ?? '';

const kindsIn = (objects: Printed[]) => new Set(objects.map(o => o.kind));
const namesOf = (objects: Printed[], kind: string) =>
  objects.filter(o => o.kind === kind).map(o => o.metadata.name);

describe('klutch-binding-backend roles', () => {
  it('prints everything for a new control plane cluster, namespaces before their objects', async () => {
    const objects = await printed('roles', '--namespace', 'data');
    expect(kindsIn(objects)).toEqual(
      new Set([
        'CustomResourceDefinition',
        'Namespace',
        'ServiceAccount',
        'ClusterRole',
        'ClusterRoleBinding',
        'Role',
        'RoleBinding',
        'ValidatingAdmissionPolicy',
        'ValidatingAdmissionPolicyBinding',
      ]),
    );
    expect(objects.findIndex(o => o.metadata.name === 'data')).toBeLessThan(
      objects.findIndex(o => o.metadata.namespace === 'data'),
    );
  });

  it('grants no wildcard with any flag', async () => {
    const flags = ['--app-cluster-bindings', '--offboarding'];
    const objects = await printed('roles', ...flags);
    const roles = objects.filter(({ kind }) => /Role$/.test(kind));
    expect(roles).not.toEqual([]);
    expect(JSON.stringify(roles)).not.toContain('"*"');
  });

  it('gives the rights to the user of a kubeconfig, without a service account', async () => {
    const objects = await printed('roles', '--user', 'binder');
    const subjects = objects.flatMap(o => o.subjects ?? []);
    expect(subjects).toHaveLength(2);
    for (const subject of subjects) {
      expect(subject).toMatchObject({ kind: 'User', name: 'binder' });
    }
    expect(kindsIn(objects)).not.toContain('ServiceAccount');
    expect(JSON.stringify(objects)).toContain(
      JSON.stringify('request.userInfo.username == "binder"'),
    );
  });

  it('limits the service account by an admission policy', async () => {
    const text = JSON.stringify(await printed('roles', '--namespace', 'data'));
    expect(text).toContain(
      JSON.stringify(
        'request.userInfo.username == "system:serviceaccount:data:klutch-binding-backend"',
      ),
    );
  });

  it('omits only the policies with --no-admission-policy', async () => {
    const objects = await printed('roles', '--no-admission-policy');
    const usual = await printed('roles');
    const isPolicy = ({ kind }: { kind: string }) =>
      /^ValidatingAdmissionPolicy/.test(kind);
    expect(usual.filter(isPolicy)).toHaveLength(6);
    expect(objects).toEqual(usual.filter(object => !isPolicy(object)));
  });

  it('allows the configured Lease, in role and policy', async () => {
    const objects = await printed('roles', '--lease-name', 'ours');
    for (const kind of ['Role', 'ValidatingAdmissionPolicy']) {
      const found = objects.find(object => object.kind === kind);
      expect(JSON.stringify(found)).toContain('ours');
    }
  });

  it.each([
    ['--app-cluster-bindings', 'klutch-binding-backend-app-cluster-bindings'],
    ['--offboarding', 'klutch-binding-backend-offboarding'],
  ])('prints the rights for %s only with the flag', async (flag, role) => {
    const usual = await printed('roles');
    expect(namesOf(usual, 'ClusterRole')).not.toContain(role);
    expect(namesOf(await printed('roles', flag), 'ClusterRole')).toContain(
      role,
    );
  });

  it('prints the CRDs of AppClusterBindings with their rights', async () => {
    const type = 'appclusterbindings.klutch.anynines.com';
    const crd = 'CustomResourceDefinition';
    expect(namesOf(await printed('roles'), crd)).not.toContain(type);
    const objects = await printed('roles', '--app-cluster-bindings');
    expect(namesOf(objects, crd)).toContain(type);
  });
});

describe('klutch-binding-backend roles, for a portal', () => {
  const people = [
    ...['--impersonate-user', 'klutch:oscar', 'klutch:olga'],
    ...['--impersonate-group', 'klutch:operators'],
  ];
  const impersonated = (objects: Printed[]) =>
    objects
      .flatMap(({ rules }) => rules ?? [])
      .filter(
        ({ verbs, resources }) =>
          verbs.includes('impersonate') && !/^userextras/.test(`${resources}`),
      )
      .map(({ resources, resourceNames }) => [resources, resourceNames]);

  it.each([
    ['user', ['--user', 'backstage']],
    ['service account', ['--service-account', 'backstage']],
  ])('adds its rights to those of the backend, for one %s', async (_, who) => {
    const flags = [...who, '--namespace', 'klutch-portal'];
    const backend = await printed('roles', ...flags);
    const objects = await printed('roles', ...flags, '--portal', ...people);
    const idsOf = (all: Printed[]) =>
      all.map(({ kind, metadata: { name, namespace } }) =>
        [kind, namespace, name].join('/'),
      );
    const ids = idsOf(objects);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining(idsOf(backend)));
    expect(namesOf(objects, 'ClusterRole')).toContain('klutch-portal');
    expect(impersonated(objects)).toEqual([
      [['users'], ['klutch:oscar', 'klutch:olga']],
      [['groups'], ['klutch:operators']],
    ]);
    const subjects = objects.flatMap(o => o.subjects ?? []);
    const [subject] = subjects;
    expect(subject).toMatchObject({ name: 'backstage' });
    expect(subjects).toEqual(subjects.map(() => subject));
  });

  it('prints only its roles for an app cluster, without CRDs and rights of the backend', async () => {
    const flags = ['--portal-app-cluster', ...people];
    const objects = await printed('roles', '--user', 'backstage', ...flags);
    expect(kindsIn(objects)).toEqual(
      new Set(['ClusterRole', 'ClusterRoleBinding']),
    );
    expect(impersonated(objects)).toHaveLength(2);
    expect(kindsIn(await printed('roles', ...flags))).toEqual(
      new Set([
        'Namespace',
        'ServiceAccount',
        'ClusterRole',
        'ClusterRoleBinding',
      ]),
    );
  });

  it('impersonates every user only with --any-user, and never every group', async () => {
    const group = ['--impersonate-group', 'klutch:operators'];
    const objects = await printed('roles', '--portal', '--any-user', ...group);
    expect(impersonated(objects)).toEqual([
      [['users'], undefined],
      [['groups'], ['klutch:operators']],
    ]);
    expect(impersonated(await printed('roles'))).toEqual([]);
  });

  it.each([
    [['--portal'], 'Pass --impersonate-user <names...>'],
    [['--portal', '--any-user', ...people], 'Pass either --any-user or'],
    [['--portal', '--portal-app-cluster', ...people], 'Pass either --portal,'],
    [['--portal', '--lease-name', 'ours', ...people], 'Leave out --lease-name'],
    [people, 'Only a portal impersonates users'],
    [
      ['--portal', '--impersonate-user', 'System:admin'],
      '"System:admin" is reserved for Kubernetes',
    ],
  ])('refuses %j', async (flags, message) => {
    await expect(printed('roles', ...flags)).rejects.toThrow(message);
  });
});

describe('klutch-binding-backend offer', () => {
  let claims: string;
  beforeAll(() => {
    claims = join(mkdtempSync(join(tmpdir(), 'klutch-')), 'claims.yaml');
  });
  afterAll(() => rmSync(dirname(claims), { recursive: true }));

  it('prints the export template, the role with the rights on the API, and the role that lets the backend grant them', async () => {
    const [template, apiRole, role] = await printed(
      'offer',
      'databases.example.com',
    );
    expect(template).toMatchObject({
      kind: 'APIServiceExportTemplate',
      metadata: {
        name: 'databases.example.com',
        namespace: 'crossplane-system',
      },
      spec: {
        APIServiceSelector: { group: 'example.com', resource: 'databases' },
      },
    });
    expect(apiRole).toMatchObject({
      kind: 'ClusterRole',
      metadata: { name: 'klutch-api-databases.example.com' },
    });
    expect(role).toMatchObject({
      kind: 'ClusterRole',
      metadata: {
        name: 'klutch-template-databases.example.com',
        labels: { 'klutch.anynines.com/aggregate-to-backend': 'true' },
      },
    });
  });

  it('adds the claims of a file, with the rights that they need', async () => {
    const claim = { group: '', resource: 'secrets', version: 'v1' };
    const owned = { ...claim, selector: { owner: 'Provider' } };
    writeFileSync(claims, JSON.stringify([owned]));
    const flags = ['--claims', claims, '--namespace', 'data'];
    const objects = await printed('offer', 'databases.example.com', ...flags);
    expect(objects[0]).toMatchObject({
      metadata: { namespace: 'data' },
      spec: { permissionClaims: [owned] },
    });
    expect(JSON.stringify(objects[1])).toContain('"resources":["secrets"]');
  });

  it.each(['databases', '.example.com', 'databases.'])(
    'refuses an API that is not a name of a CRD: %s',
    async name => {
      await expect(printed('offer', name)).rejects.toThrow(
        'is not the name of a CRD',
      );
    },
  );

  it.each(['a: [', 'secrets', '- resource: secrets', '- { version: v1 }'])(
    'shows the format of claims for the invalid %j',
    async text => {
      writeFileSync(claims, text);
      await expect(
        printed('offer', 'databases.example.com', '--claims', claims),
      ).rejects.toThrow('is not a list of permission claims. Write YAML');
    },
  );
});

it('an unknown command is refused', async () => {
  await expect(printed('revok', 'n')).rejects.toThrow(
    'There is no command "revok". Run "klutch-binding-backend --help"',
  );
});

it('no configuration file is an error', async () => {
  await expect(
    serverCommand(() => undefined).parseAsync(['node', 'x']),
  ).rejects.toThrow('No configuration file was given');
});

it('the help of manifest lists --config', () => {
  expect(helpOf('manifest')).toContain('--config <file>');
});

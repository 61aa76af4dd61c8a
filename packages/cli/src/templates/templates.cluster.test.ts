/** `templates` on a real control plane. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bindResources, names } from '@klutch/bind-api';
import { core, metadataOf } from '@klutch/kube';
/* eslint-disable @backstage/no-forbidden-package-imports -- test utilities of another package, for tests alone */
import {
  startControlPlane,
  type TestControlPlane,
} from '@klutch/binding-backend/src/testing/__testUtils__/controlPlane';
import { databasesExport } from '@klutch/binding-backend/src/testing/samples';
/* eslint-enable @backstage/no-forbidden-package-imports */
import { runCommand } from './__testUtils__/runCommand';

jest.setTimeout(30_000);

const api = 'databases.example.test';
const tenant = 'cluster-a';
let plane: TestControlPlane;
let folder: string;

beforeAll(async () => {
  plane = await startControlPlane('cli-templates');
  folder = await mkdtemp(join(tmpdir(), 'klutch-cli-'));
  for (const name of [names.templateNamespace, tenant]) {
    await plane.admin.create(core.namespaces, {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name },
    });
  }
  await plane.admin.create(bindResources.exports, databasesExport(tenant, []));
}, 90_000);
afterAll(async () => {
  await plane?.stop();
  await rm(folder, { recursive: true });
});

const klutch = (...args: string[]) =>
  runCommand(plane.cluster.kubeconfig, ['templates', ...args]);

const file = async (text: string) => {
  const path = join(folder, 'templates.yaml');
  await writeFile(path, text);
  return path;
};

const key = { namespace: names.templateNamespace, name: api };
const template = () => plane.admin.get(bindResources.templates, key);

it('lists what could be offered, with suggested claims', async () => {
  const table = await klutch('list', '--available');
  expect(table.error).toBeUndefined();
  expect(table.stdout).toMatch(
    /^API .*SUGGESTED CLAIMS\n[^]*databases\.example\.test +Database +Namespaced +v1 +<none>/,
  );
  expect(table.stdout).not.toContain('klutch.anynines.com');
  const { stderr, stdout } = await klutch('list');
  expect(stdout).toBe('');
  expect(stderr).toContain('Nothing is offered.');
});

it('writes nothing when one of several documents is invalid', async () => {
  const { stdout } = await klutch('create', 'db');
  const invalid = stdout.replaceAll('databases', 'caches');
  const unnamed = invalid.replace('resource: caches', 'resource: "9!"');
  expect(unnamed).not.toBe(invalid);
  const { error } = await klutch(
    ...['apply', '-f', await file(`${stdout}---\n${unnamed}`)],
  );
  expect(error?.message).toMatch(/^Nothing was /);
  expect(await template()).toBeUndefined();
  expect(
    await plane.admin.get(core.clusterRoles, { name: `klutch-api-${api}` }),
  ).toBeUndefined();
});

it('shows a diff, applies it, says who has to accept what, and is idempotent', async () => {
  const { stdout: yaml } = await klutch('create', api, '--claim', 'secrets');
  const path = await file(yaml);

  const diff = await klutch('diff', '-f', path);
  expect(diff.error).toMatchObject({ exitCode: 1 });
  expect(diff.stdout).toMatch(
    /^--- live\/clusterrole\.rbac\S+klutch-api-databases\.example\.test\n\+\+\+ merged/,
  );
  expect(diff.stdout).toMatch(/^\+ +resource: secrets$/m);
  expect(diff.stderr).toContain(
    `affects 1 export(s), of app clusters ${tenant}`,
  );

  const checked = await klutch('apply', '-f', path, '--dry-run', 'server');
  expect(checked.stdout).toContain('created (server dry run)\n');
  expect(await template()).toBeUndefined();

  const applied = await klutch('apply', '-f', path);
  expect(applied.error).toBeUndefined();
  expect(applied.stdout.match(/ created\n/g)).toHaveLength(3);
  expect(applied.stderr).toContain(
    `claims secrets:Provider wait until they are accepted on ${tenant}`,
  );
  const before = await template();
  expect(before?.spec.permissionClaims).toHaveLength(1);

  expect(await klutch('diff', '-f', path)).toMatchObject({
    stdout: '',
    stderr: '',
    error: undefined,
  });
  const again = await klutch('apply', '-f', path);
  expect(again.stdout.match(/ unchanged\n/g)).toHaveLength(3);
  expect(again.stderr).toBe('');
  expect(await template()).toEqual(before);
});

it('lists what is offered, and to how many app clusters', async () => {
  const { stdout } = await klutch('list', '-o', 'wide');
  expect(stdout).toMatch(
    /^NAMESPACE .*EXPORTED TO\ncrossplane-system +databases\.example\.test +databases\.example\.test +Namespaced +v1 +secrets:Provider +1 +\d+s +cluster-a\n$/,
  );
  const named = await klutch('list', '-o', 'name');
  expect(named.stdout).toBe(
    `apiserviceexporttemplate.${names.templateGroup}/${api}\n`,
  );
  const available = await klutch('list', '--available', '-o', 'name');
  expect(available.stdout).not.toContain(api);
});

it('applies a template as it was read from the cluster, after its claims were edited', async () => {
  const { stdout } = await klutch('list', '-o', 'json');
  const edited = stdout.replace('"Provider"', '"Consumer"');
  const { error, stdout: done } = await klutch(
    ...['apply', '-f', await file(edited), '-o', 'name'],
  );
  // Such a claim needs the policy for Secrets, which this control plane has not.
  expect(error?.message).toMatch(
    /Nothing was changed[^]*klutch-binder-secrets/,
  );
  expect(done).toBe('');
  const removed = JSON.parse(stdout) as {
    items: { spec: { permissionClaims?: unknown } }[];
  };
  for (const { spec } of removed.items) delete spec.permissionClaims;
  const applied = await klutch(
    ...['apply', '-f', await file(JSON.stringify(removed))],
  );
  expect(applied.stdout).toMatch(
    /clusterrole\S+klutch-api-\S+ configured\n[^]*apiserviceexporttemplate\S+ configured\n/,
  );
});

it('refuses a second template for an API', async () => {
  const { stdout } = await klutch('create', api);
  const other = stdout.replace(
    `namespace: ${names.templateNamespace}`,
    'namespace: default',
  );
  const { error } = await klutch('apply', '-f', await file(other));
  expect(error?.message).toMatch(/is offered already, by template crossplane-/);
  const { items } = await plane.admin.list(metadataOf(bindResources.templates));
  expect(items).toHaveLength(1);
});

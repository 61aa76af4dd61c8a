/** `binding-roles`: the missing rights of APIs that were bound without any, as the reference's CLI does; on two real clusters. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { core, type ClusterRole } from '@klutch/kube';
import { bindResources, type PermissionClaim } from '@klutch/bind-api';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { itLong } from '@klutch/local-clusters/src/testing/describeLong';
import { parseAllDocuments } from 'yaml';
import { remoteSettings } from '../cli/controlPlaneFlags';
import { konnectorCommand } from '../cli/flags';
import {
  applyAll,
  installCrds,
  eventually,
} from '../testing/__testUtils__/clusterSetup';
import { resourceOfCrd, testCrd } from '../testing/__testUtils__/thingCrd';
import { TwoClusterFixture } from '../testing/__testUtils__/twoClusterFixture';
import { UserView } from '../testing/__testUtils__/userView';
import { bindingRolesCommand } from './command';

const secrets: PermissionClaim = {
  group: '',
  version: 'v1',
  resource: 'secrets',
  selector: { owner: 'Provider' },
};
const answered = testCrd('chairs', 'Chair');
const open = testCrd('tables', 'Table');
const acceptAll = { 'klutch.anynines.com/accept-claims': 'all' };
let fixture: TwoClusterFixture;

beforeAll(async () => {
  fixture = await TwoClusterFixture.start();
  fixture.startKonnector();
  for (const crd of [answered, open]) {
    await installCrds(fixture.provider, [crd]);
    await fixture.backend.export(crd, [secrets]);
  }
  await fixture.bind(answered, [{ ...secrets, state: 'Accepted' }]);
  await fixture.bind(open);
  await fixture.consumer.mergePatch(
    fixture.bindingResource,
    { namespace: 'klutch-bind', name: 'tables.example.com' },
    { metadata: { annotations: acceptAll } },
  );
}, 90_000);
afterAll(() => fixture?.stop(), 30_000);

const run = async () => {
  const dir = mkdtempSync(join(tmpdir(), 'klutch-roles-'));
  const file = join(dir, 'kubeconfig');
  writeFileSync(file, fixture.konnectorConfig, { mode: 0o600 });
  let yaml = '';
  const warnings: string[] = [];
  const command = bindingRolesCommand({
    print: text => {
      yaml += text;
    },
    warn: line => warnings.push(line),
    remoteOf: remoteSettings,
  });
  try {
    await konnectorCommand(async () => undefined)
      .addCommand(command)
      .parseAsync([
        ...['node', 'klutch-konnector'],
        ...['binding-roles', '--kubeconfig', file],
      ]);
  } finally {
    rmSync(dir, { recursive: true });
  }
  const roles = parseAllDocuments(yaml).map(
    document => document.toJS() as ClusterRole,
  );
  return { roles, warnings };
};

/** Waits until the API is ready, an object is synced and a claimed secret is copied. */
const waitForSync = async (crd: typeof answered) => {
  // Requests that were forbidden are retried within a minute.
  await fixture.waitForReady(crd.metadata.name ?? '', 90_000);
  const view = new UserView(fixture, resourceOfCrd(crd));
  const { namespace = '' } = (await view.create('first')).metadata;
  const name = `login-of-${crd.spec.names.plural}`;
  await fixture.provider.create(core.secrets, {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { namespace, name },
  });
  await eventually('the claimed secret is copied', () =>
    fixture.consumer.get(core.secrets, { namespace: 'team-a', name }),
  );
};

itLong(
  'R37: prints all rights that APIs bound without rights lack',
  async () => {
    const reportMissingRights = async () => {
      const { items } = await fixture.consumer.list(fixture.bindingResource);
      return items.every(({ status }) =>
        JSON.stringify(status ?? {}).match(/cannot (list|watch)/),
      );
    };
    await eventually('both bindings lack rights', reportMissingRights, 60_000);

    const { roles, warnings } = await run();
    expect(warnings).toEqual([]);
    expect(roles.map(({ metadata }) => metadata.name)).toEqual([
      'klutch-konnector-chairs.example.com',
      'klutch-konnector-tables.example.com',
    ]);
    await applyAll(fixture.consumer, roles);
    await Promise.all([answered, open].map(crd => waitForSync(crd)));
  },
  240_000,
);

itLong(
  'R37: warns which role lacks claims that could not be read',
  async () => {
    const key = {
      namespace: fixture.clusterNamespace,
      name: 'tables.example.com',
    };
    await fixture.provider.delete(bindResources.exports, key);
    const { roles, warnings } = await run();
    await fixture.backend.export(open, [secrets]);
    expect(roles).toHaveLength(2);
    expect(warnings.join()).toMatch(
      /Binding tables.example.com accepts all claims .* The export does not exist/,
    );
  },
);

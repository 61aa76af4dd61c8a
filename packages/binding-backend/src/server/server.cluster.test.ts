/** The bundled program on a real control plane cluster with a real identity provider. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  apiName,
  getCondition,
  readBindingProvider,
  readBindingResponse,
} from '@klutch/bind-api';
import { core, isUnauthorized } from '@klutch/kube';
import { resolveBinary } from '@klutch/local-clusters';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import {
  describeLong,
  itLong,
} from '@klutch/local-clusters/src/testing/describeLong';
import { stringify } from 'yaml';
import { appClusterConditions } from '../appClusterBinding/conditions';
import { kubeconfigTarget } from '../tokens/kubeconfig';
import {
  appCluster,
  uploadedKubeconfig,
} from '../testing/__testUtils__/appCluster';
import {
  clientOf,
  eventually,
  startControlPlane,
  type Preparation,
  type TestControlPlane,
} from '../testing/__testUtils__/controlPlane';
import {
  machineAudience,
  startRealProvider,
  type RealProvider,
} from '../testing/__testUtils__/realProvider';
import { bundleProgram } from '../testing/__testUtils__/bundle';
import { databases, secretsClaim } from '../testing/samples';

jest.setTimeout(90_000);

const user = 'klutch-portal';
const run = promisify(execFile);
let plane: TestControlPlane;
let identities: RealProvider;
let folder: string;
let program: string;
const running = new Set<ChildProcess>();

const start = (...command: string[]) => {
  const child = spawn(process.execPath, command, {
    env: { PATH: process.env.PATH, CLIENT_SECRET: identities.clientSecret },
  });
  running.add(child);
  let output = '';
  const collect = (text: Buffer) => {
    output += text.toString();
  };
  child.stdout?.on('data', collect);
  child.stderr?.on('data', collect);
  return { child, output: () => output };
};

const portsIn = (output: string) => {
  const [, text] = /"ports":(\{[^}]+\})/.exec(output) ?? [];
  return text
    ? (JSON.parse(text) as { health: number; handshake: number })
    : undefined;
};

/** The configuration of docs/binding.md, adapted to the test. */
const configFile = async (more: object = {}) => {
  const own = await mkdtemp(join(folder, 'config-'));
  const kubeconfig = join(own, 'kubeconfig');
  await writeFile(kubeconfig, await plane.cluster.user(user));
  const file = join(own, 'config.yaml');
  const config = {
    controlPlane: { kubeconfig, externalServer: plane.cluster.url },
    prettyName: 'Data platform',
    health: '127.0.0.1:0',
    lease: { namespace: 'klutch-binding-backend' },
    handshake: {
      externalUrl: 'http://localhost:8080/klutch',
      listen: '127.0.0.1:0',
      identityProviders: [
        {
          id: 'real',
          issuer: identities.issuer,
          clientId: identities.clientId,
          clientSecret: { env: 'CLIENT_SECRET' },
          audiences: [machineAudience],
        },
      ],
    },
    ...more,
  };
  await writeFile(file, stringify(config));
  return file;
};

/** The administrator's preparation, as in docs/binding.md. */
const applyPrinted = async (
  kubeconfig: string,
  ...args: string[]
): Promise<string> => {
  const printed = await run(process.execPath, [program, ...args], {
    env: { PATH: process.env.PATH },
  });
  const manifest = join(folder, `${args[0]}.yaml`);
  await writeFile(manifest, printed.stdout);
  const kubectl = await resolveBinary('kubectl');
  const applied = await run(kubectl, [
    '--kubeconfig',
    kubeconfig,
    'apply',
    '-f',
    manifest,
  ]);
  return applied.stdout;
};

const applyRoles: Preparation = ({ kubeconfigPath }, name) =>
  applyPrinted(
    kubeconfigPath,
    'roles',
    '--user',
    name,
    '--app-cluster-bindings',
    '--offboarding',
  );

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'klutch-'));
  program = await bundleProgram(folder);
  plane = await startControlPlane('server', applyRoles);
  const claims = join(folder, 'claims.yaml');
  await writeFile(claims, stringify([secretsClaim]));
  await applyPrinted(
    plane.cluster.kubeconfigPath,
    'offer',
    apiName(databases),
    '--claims',
    claims,
    '--namespace',
    'default',
  );
  identities = await startRealProvider({
    redirectUri: 'http://localhost:8080/klutch/callback',
  });
});
const killRunning = async () => {
  for (const child of running) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  running.clear();
};
afterEach(killRunning);
afterAll(async () => {
  await killRunning();
  await identities?.stop();
  await plane?.stop();
  if (folder) await rm(folder, { recursive: true });
});

describe('klutch-binding-backend', () => {
  itLong(
    'starts on a control plane with only its printed manifests: binds, becomes ready, and stops on SIGTERM',
    async () => {
      const { child, output } = start(program, '--config', await configFile());
      const ports = await eventually(
        'the server listens',
        async () => portsIn(output()),
        60_000,
      );
      const probe = (path: string) =>
        fetch(`http://127.0.0.1:${ports.health}${path}`);
      await eventually(
        'the server is ready',
        async () => (await probe('/readyz')).ok,
      );
      const url = `http://127.0.0.1:${ports.handshake}/klutch`;

      const provider = readBindingProvider(
        await (await fetch(`${url}/export`)).json(),
      );
      expect(provider).toMatchObject({
        ok: true,
        value: {
          providerPrettyName: 'Data platform',
          version: 'v1.5.0',
          authenticationMethods: [
            {
              oauth2CodeGrant: {
                authenticatedURL: 'http://localhost:8080/klutch/authorize',
              },
            },
          ],
        },
      });

      const token = await identities.machineToken(machineAudience);
      const bound = await fetch(`${url}/bind-noninteractive`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ clusterID: 'apps', apis: [databases] }),
      });
      const answer = readBindingResponse(await bound.json());
      if (!answer.ok) throw new Error(answer.error);
      const yaml = Buffer.from(answer.value.kubeconfig, 'base64').toString();
      const client = clientOf(yaml);
      try {
        const name = kubeconfigTarget(yaml)?.namespace ?? '';
        const own = await eventually('its namespace', () =>
          client.get(core.namespaces, { name }).catch(() => undefined),
        );
        expect(own.metadata.name).toBe(name);
      } finally {
        await client.close();
      }
      const figures = await (await probe('/metrics')).text();
      expect(figures).toContain('klutch_leader{lease="klutch-binding-backend/');
      expect(output()).not.toContain(token);
      expect(output()).not.toContain(identities.clientSecret);

      child.kill('SIGTERM');
      const [code] = await once(child, 'exit');
      expect(code).toBe(0);
    },
  );

  itLong('serves AppClusterBindings if configured', async () => {
    const served = appCluster(plane, 'default', 'apps');
    await served.putSecret(uploadedKubeconfig('apps'));
    await served.create();
    start(program, '--config', await configFile({ appClusterBindings: {} }));
    await eventually(
      'the AppClusterBinding is served',
      async () => {
        const conditions = (await served.get())?.status?.conditions;
        return [
          appClusterConditions.secretValid,
          appClusterConditions.namespaceReady,
        ].every(type => getCondition(conditions, type)?.status === 'True');
      },
      60_000,
    );
    expect(await served.copy()).toContain('token-apps');
  });

  itLong('started from its sources exits with an error message', async () => {
    const sources = join(
      __dirname,
      '..',
      '..',
      'bin',
      'klutch-binding-backend',
    );
    const { child, output } = start(sources, '--config', '/nowhere');
    const [code] = await once(child, 'exit');
    expect(code).toBe(1);
    expect(output()).toContain('the file cannot be read');
  });

  // offboard.cluster.test and revocation.cluster.test have the cases; both wait until the API server refuses tokens.
  describeLong('as a command', () => {
    it.concurrent('offboards an app cluster only with its name as confirmation, and shows a preview before', async () => {
      const backend = await plane.backend({ controllers: false });
      const identity = { subject: 'leaving', clusterId: 'apps' };
      const { namespace } = await backend.provision(identity);
      const there = () => plane.admin.get(core.namespaces, { name: namespace });
      const config = await configFile();
      const offboard = (...args: string[]) =>
        run(process.execPath, [
          program,
          ...['--config', config, 'offboard', namespace],
          ...args,
        ]);

      const preview = await offboard();
      expect(preview.stdout).toContain(`cluster namespace ${namespace}`);
      expect(preview.stdout).toContain(`add --confirm ${namespace}`);
      await expect(offboard('--confirm', 'default')).rejects.toThrow(
        'Nothing was changed',
      );
      expect((await there())?.metadata.deletionTimestamp).toBeUndefined();

      const { stdout, stderr } = await offboard('--confirm', namespace);
      expect(stdout).toContain('is being offboarded');
      expect(stderr).toContain(`"actor":"kubernetes/${user}"`);
      await eventually(
        'the cluster namespace is deleted',
        async () => !(await there()),
      );
    });

    it.concurrent('revokes all tokens of an app cluster, and no others', async () => {
      const config = await configFile();
      const revoke = async (...args: string[]) => {
        const { child, output } = start(program, 'revoke', ...args);
        const [code] = await once(child, 'exit');
        return { code, output: output() };
      };
      expect(await revoke('default', '--config', config)).toMatchObject({
        code: 1,
        output: expect.stringContaining('is no cluster namespace with tokens'),
      });
      const backend = await plane.backend();
      const expectRevocation = async (
        subject: string,
        actor: string,
        ...access: string[]
      ) => {
        const { namespace, kubeconfig } = await backend.provision({
          subject,
          clusterId: 'apps',
        });
        const client = clientOf(kubeconfig);
        try {
          await client.get(core.namespaces, { name: namespace });
          const { code, output } = await revoke(namespace, ...access);
          expect([code, output]).toEqual([
            0,
            expect.stringMatching(/are revoked/),
          ]);
          expect(output).toContain('revoke-tokens');
          expect(output).toContain(`"actor":"kubernetes/${actor}"`);
          await eventually('its token is refused', () =>
            client.get(core.namespaces, { name: namespace }).then(
              () => false,
              error => isUnauthorized(error),
            ),
          );
        } finally {
          await client.close();
        }
      };
      const admin = ['--kubeconfig', plane.cluster.kubeconfigPath];
      await Promise.all([
        expectRevocation('stolen', user, '--config', config),
        // If the portal runs the backend, there is no configuration file for the program.
        expectRevocation('robbed', 'klutch-admin', ...admin),
      ]);
    });
  });

  itLong('prints manifests that a control plane cluster accepts', async () => {
    const file = join(folder, 'pod.yaml');
    const controlPlane = { externalServer: plane.cluster.url };
    await writeFile(file, stringify({ controlPlane }));
    const stdout = await applyPrinted(
      plane.cluster.kubeconfigPath,
      'manifest',
      '--config',
      file,
    );
    expect(stdout).toContain('deployment.apps/klutch-binding-backend created');
    // The manifest grants the roles to its service account in place of the user.
    await applyRoles(plane.cluster, user);
    await eventually('the user has the roles again', () =>
      plane.portal.canI({ verb: 'create', group: '', resource: 'namespaces' }),
    );
  });
});

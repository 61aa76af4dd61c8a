/** The phases of a start, in order; each phase uses the results of the earlier ones. */
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startFunction } from '@klutch/composition-function';
import {
  resolveBinary,
  startCluster,
  startCrossplane,
  type LocalCluster,
} from '@klutch/local-clusters';
import { writeFileAtomic } from '@klutch/local-processes';
import { fetchPrograms } from '@klutch/provider-local';
import type { Target } from './clusters/apply';
import { prepareAppCluster } from './clusters/appCluster';
import { PORTAL_USER, prepareControlPlane } from './clusters/controlPlane';
import {
  startIdentityProvider,
  type IdentityProvider,
} from './identity/identityProvider';
import { oscar, sandboxUsers } from './identity/users';
import { signInWhenKnown } from './identity/portalSession';
import type { Layout } from './layout';
import { reservePort } from './ports';
import { startBackend } from './portal/backend';
import { buildBundle } from './portal/bundle';
import {
  bindOfferedApis,
  registerAppCluster,
} from './portal/registerAppCluster';
import { fromSource, keepRunning } from './processes/nodeProcess';
import type { ShutdownStack } from './processes/stack';
import type { SandboxState } from './state';

/** The state that phases share; each phase fills in further fields. */
export interface Sandbox {
  readonly layout: Layout;
  readonly port: number;
  readonly stack: ShutdownStack;
  readonly signal: AbortSignal;
  readonly fetchAllServices: boolean;
  readonly onRestart: (text: string) => void;
  readonly onFatal: (error: Error) => void;
  kubectl?: string;
  controlPlane?: LocalCluster;
  appCluster?: LocalCluster;
  identityProvider?: IdentityProvider;
  kubeconfigFiles?: SandboxState['kubeconfigs'];
}

/** A phase, shown as one line of the progress list. */
export interface Phase {
  title: string;
  run(sandbox: Sandbox, onProgress: (text: string) => void): Promise<void>;
}

/** A result of an earlier phase; a missing one means that the phases are in the wrong order. */
function requireStarted<T>(part: T | undefined, name: string): T {
  if (part === undefined) throw new Error(`${name} has not been started yet.`);
  return part;
}

function target(sandbox: Sandbox, cluster: LocalCluster): Target {
  return {
    kubectl: requireStarted(sandbox.kubectl, 'kubectl'),
    kubeconfig: cluster.kubeconfigPath,
  };
}

async function start(
  sandbox: Sandbox,
  name: string,
  dir: string,
  onProgress: (text: string) => void,
): Promise<LocalCluster> {
  const cluster = await startCluster({
    name,
    dir,
    signal: sandbox.signal,
    onProgress,
    onExit: error => sandbox.onFatal(error),
  });
  sandbox.stack.push(`cluster ${name}`, () => cluster.stop());
  return cluster;
}

async function writeKubeconfig(
  sandbox: Sandbox,
  name: string,
  content: string,
): Promise<string> {
  await mkdir(sandbox.layout.kubeconfigs, { recursive: true });
  const file = join(sandbox.layout.kubeconfigs, `${name}.yaml`);
  writeFileAtomic(file, content, { mode: 0o600 });
  return file;
}

const programs: Phase = {
  title: 'Programs: etcd, Kubernetes, Crossplane',
  async run(sandbox, onProgress) {
    const options = { signal: sandbox.signal, onProgress };
    sandbox.kubectl = await resolveBinary('kubectl', options);
    await resolveBinary('etcd', options);
    await resolveBinary('kube-apiserver', options);
    await resolveBinary('kube-controller-manager', options);
    await resolveBinary('crossplane', options);
    if (!sandbox.fetchAllServices) return;
    const missing = await fetchPrograms(onProgress);
    if (missing.length > 0) throw new Error(missing.join('\n'));
  },
};

const bundle: Phase = {
  title: 'Frontend bundle',
  run: (_, onProgress) => buildBundle(onProgress),
};

const controlPlane: Phase = {
  title: 'Control plane cluster',
  async run(sandbox, onProgress) {
    sandbox.controlPlane = await start(
      sandbox,
      'control-plane',
      sandbox.layout.controlPlane,
      onProgress,
    );
  },
};

const appCluster: Phase = {
  title: 'App cluster',
  async run(sandbox, onProgress) {
    const cluster = await start(
      sandbox,
      'apps-dev',
      sandbox.layout.appCluster,
      onProgress,
    );
    sandbox.appCluster = cluster;
    await prepareAppCluster(target(sandbox, cluster));
    sandbox.kubeconfigFiles = {
      controlPlane: requireStarted(sandbox.controlPlane, 'The control plane')
        .kubeconfigPath,
      appCluster: cluster.kubeconfigPath,
      alice: await writeKubeconfig(
        sandbox,
        'apps-dev-alice',
        await cluster.user('klutch:alice', ['klutch:developers']),
      ),
    };
  },
};

const crossplane: Phase = {
  title: 'Crossplane, data service APIs and export templates',
  async run(sandbox, onProgress) {
    const cluster = requireStarted(sandbox.controlPlane, 'The control plane');
    const core = await startCrossplane(cluster, {
      signal: sandbox.signal,
      onProgress,
      functions: { 'function-patch-and-transform': startFunction },
      onExit: error => sandbox.onFatal(error),
    });
    sandbox.stack.push('Crossplane', () => core.stop());
    await prepareControlPlane(target(sandbox, cluster), onProgress);
  },
};

const provider: Phase = {
  title: 'Provider of the data services',
  async run(sandbox) {
    const logFile = join(sandbox.layout.logs, 'provider-local.log');
    const process = await keepRunning({
      name: 'provider-local',
      args: [
        ...fromSource('packages/provider-local/src/main.ts'),
        '--kubeconfig',
        requireStarted(sandbox.controlPlane, 'The control plane')
          .kubeconfigPath,
        '--data-dir',
        sandbox.layout.provider,
      ],
      logFile,
      ready: async () =>
        (await readFile(logFile, 'utf8')).includes('provider-local is ready'),
      signal: sandbox.signal,
      onRestart: sandbox.onRestart,
    });
    sandbox.stack.push('provider', () => process.stop());
  },
};

const identityProvider: Phase = {
  title: 'Identity provider',
  async run(sandbox) {
    const api = `http://localhost:${sandbox.port}/api`;
    const running = await startIdentityProvider({
      port: await reservePort(sandbox.layout, 'identity-provider'),
      redirectUris: {
        portal: `${api}/auth/oidc/handler/frame`,
        binding: `${api}/klutch/binding/callback`,
      },
    });
    sandbox.identityProvider = running;
    sandbox.stack.push('identity provider', () => running.stop());
  },
};

const portal: Phase = {
  title: 'Portal',
  async run(sandbox) {
    const cluster = requireStarted(sandbox.controlPlane, 'The control plane');
    const process = await startBackend({
      layout: sandbox.layout,
      port: sandbox.port,
      identityProvider: requireStarted(
        sandbox.identityProvider,
        'The identity provider',
      ),
      controlPlaneKubeconfig: await writeKubeconfig(
        sandbox,
        'control-plane-portal',
        await cluster.user(PORTAL_USER.name),
      ),
      signal: sandbox.signal,
      onRestart: sandbox.onRestart,
    });
    sandbox.stack.push('portal', () => process.stop());
  },
};

const konnector: Phase = {
  title: 'Konnector on the app cluster',
  async run(sandbox) {
    const cluster = requireStarted(sandbox.appCluster, 'The app cluster');
    const kubeconfig = await writeKubeconfig(
      sandbox,
      'apps-dev-konnector',
      await cluster.user('system:serviceaccount:klutch-bind:konnector', [
        'system:serviceaccounts',
        'system:serviceaccounts:klutch-bind',
      ]),
    );
    const healthAddress = `127.0.0.1:${await reservePort(sandbox.layout, 'konnector-health')}`;
    const process = await keepRunning({
      name: 'konnector',
      args: [
        ...fromSource('konnector/src/main.ts'),
        '--kubeconfig',
        kubeconfig,
        '--health-address',
        healthAddress,
      ],
      logFile: join(sandbox.layout.logs, 'konnector.log'),
      ready: async () => (await fetch(`http://${healthAddress}/readyz`)).ok,
      signal: sandbox.signal,
      onRestart: sandbox.onRestart,
    });
    sandbox.stack.push('konnector', () => process.stop());
  },
};

const registration: Phase = {
  title: 'App cluster registered and bound, as the operator',
  async run(sandbox, onProgress) {
    const cluster = requireStarted(sandbox.appCluster, 'The app cluster');
    const url = `http://localhost:${sandbox.port}`;
    onProgress('waiting until the catalog has all users');
    for (const user of sandboxUsers) {
      await signInWhenKnown(url, user, sandbox.signal);
    }
    const operator = await signInWhenKnown(url, oscar, sandbox.signal);
    await registerAppCluster(operator, await cluster.user(PORTAL_USER.name));
    await bindOfferedApis(operator, onProgress);
  },
};

/** All phases, in order. */
export const phases: Phase[] = [
  programs,
  bundle,
  controlPlane,
  appCluster,
  crossplane,
  provider,
  identityProvider,
  portal,
  konnector,
  registration,
];

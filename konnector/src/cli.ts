/** The konnector as a command: flags in, signals in, logs out. */
import { readFileSync } from 'node:fs';
import { createLogger, loadKubeConfig } from '@klutch/kube';
import { Command, Option } from 'commander';
import { startHealthServer } from './health/healthServer';
import type { KubeConfig } from './bindings/kubeconfigSecret';
import { startKonnector, type Konnector } from './konnector';
import { konnectorVersion } from './version';

interface Flags {
  kubeconfig?: string;
  healthAddress: string;
  logLevel: 'debug' | 'info' | 'warn' | 'error';
}

const serviceAccountDir = '/var/run/secrets/kubernetes.io/serviceaccount';

/** The pod's own access; the token file is read again and again, because the kubelet renews it. */
function inClusterKubeconfig(host: string, port: string): string {
  const address = host.includes(':') ? `[${host}]` : host;
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      {
        name: 'pod',
        cluster: {
          server: `https://${address}:${port}`,
          'certificate-authority': `${serviceAccountDir}/ca.crt`,
        },
      },
    ],
    users: [{ name: 'pod', user: { tokenFile: `${serviceAccountDir}/token` } }],
    contexts: [{ name: 'pod', context: { cluster: 'pod', user: 'pod' } }],
    'current-context': 'pod',
  });
}

function appClusterConfig(file: string | undefined): KubeConfig {
  if (file) {
    let text: string;
    try {
      text = readFileSync(file, 'utf8');
    } catch {
      throw new Error(
        `The kubeconfig ${file} cannot be read. Check the path given with --kubeconfig.`,
      );
    }
    return loadKubeConfig(text);
  }
  const { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port } =
    process.env;
  if (!host) {
    throw new Error(
      'Not inside a cluster. Give the app cluster with --kubeconfig <file>.',
    );
  }
  return loadKubeConfig(inClusterKubeconfig(host, port ?? '443'));
}

async function run(flags: Flags): Promise<void> {
  const logger = createLogger('konnector', { level: flags.logLevel });
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.once(name, () => {
      logger.info({ signal: name }, 'stopping');
      stop.abort();
    });
  }
  const appCluster = appClusterConfig(flags.kubeconfig);
  let konnector: Konnector | undefined;
  // First, so that a wrong address is found before anything is written.
  const health = await startHealthServer(
    flags.healthAddress,
    () => konnector?.health() ?? { ready: false, waitsFor: 'Starting.' },
  );
  try {
    logger.info(
      { version: konnectorVersion, health: health.address },
      'the konnector starts',
    );
    konnector = startKonnector({ appCluster, signal: stop.signal, logger });
    await konnector.stopped;
  } finally {
    await health.close();
  }
}

/** Runs the command; resolves when it has ended, with `process.exitCode` set. */
export async function runCli(argv: readonly string[]): Promise<void> {
  await new Command('klutch-konnector')
    .description(
      'Keeps this app cluster in step with the control planes it is bound to: CRDs, specs up, status and claimed secrets down.',
    )
    .version(konnectorVersion)
    .addOption(
      new Option(
        '--kubeconfig <file>',
        'kubeconfig of the app cluster (default: the service account of the pod)',
      ).env('KUBECONFIG'),
    )
    .addOption(
      new Option(
        '--health-address <host:port>',
        'where to serve /healthz and /readyz',
      )
        .default(':8080')
        .env('KONNECTOR_HEALTH_ADDRESS'),
    )
    .addOption(
      new Option('--log-level <level>', 'what to log')
        .choices(['debug', 'info', 'warn', 'error'])
        .default('info')
        .env('KONNECTOR_LOG_LEVEL'),
    )
    .action(async (flags: Flags) => {
      try {
        await run(flags);
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        process.stderr.write(`klutch-konnector: ${message}\n`);
        process.exitCode = 1;
      }
    })
    .parseAsync(argv);
}

// Runs caches through minutes of churn and faults: no resource may grow, and no change may be missed.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { loadKubeConfig } from '@klutch/kube';
import { BareApi } from '../harness/bareApi';
import { Child, startChild } from '../harness/child';
import { TcpProxy } from '@klutch/local-clusters';
import { Figure, figureOf } from '../harness/figures';
import { inParallel } from '../harness/interleaved';
import { BenchContext } from '../harness/runBench';
import { KubeEnvironment } from '../kube/environment';
import {
  sampleCollection,
  createNamespace,
  Sample,
  sampleOf,
} from '../kube/sample';
import type { ChurnInput } from './churn.child';
import { differences } from './differences';
import type {
  FollowerInput,
  ResourceUsage,
  CacheContents,
} from './follower.child';
import { figuresOfSamples, SoakSample } from './soakFigures';
import { injectFaults } from './injectFaults';
import { TokenFile } from './TokenFile';

export type SoakEnvironment = KubeEnvironment & { minutes: number };

const namespaces = Array.from({ length: 20 }, (_, index) => `soak-${index}`);
const objects = 50;
const perSecond = 40;
const sampleEveryMs = 5_000;
const convergeWithinMs = 60_000;

async function populate(api: BareApi): Promise<void> {
  for (const namespace of namespaces) {
    await createNamespace(api, namespace);
    await inParallel(8, objects, index =>
      api.send('POST', sampleCollection(namespace), sampleOf(namespace, index)),
    );
  }
}

/** A kubeconfig through the proxy, with the token file of the account. */
function followerKubeconfig(
  kubeconfig: string,
  port: number,
  tokenFile: string,
): string {
  const cluster = loadKubeConfig(kubeconfig).getCurrentCluster();
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'soak',
    contexts: [{ name: 'soak', context: { cluster: 'soak', user: 'soak' } }],
    clusters: [
      {
        name: 'soak',
        cluster: {
          server: `https://127.0.0.1:${port}`,
          'certificate-authority-data': cluster?.caData,
        },
      },
    ],
    users: [{ name: 'soak', user: { tokenFile } }],
  });
}

/** Objects on the server: key → version, in the follower's format. */
async function serverState(api: BareApi): Promise<Map<string, string>> {
  const state = new Map<string, string>();
  for (const namespace of namespaces) {
    const list = await api.get<{ items: Sample[] }>(
      sampleCollection(namespace),
    );
    for (const { metadata, spec } of list.items) {
      state.set(
        `${namespace}/${metadata.name}`,
        `${metadata.uid} ${metadata.resourceVersion} ${spec.counter}`,
      );
    }
  }
  return state;
}

async function ask<T>(child: Child<void>, question: string): Promise<T> {
  child.send('question', question);
  return (await child.receive(question)) as T;
}

async function convergence(
  api: BareApi,
  follower: Child<void>,
  log: (text: string) => void,
): Promise<Figure[]> {
  const started = performance.now();
  const server = await serverState(api);
  for (;;) {
    const { listed, notified } = await ask<CacheContents>(follower, 'contents');
    const missed = differences(server, listed);
    const notNotified = differences(listed, notified);
    const elapsed = performance.now() - started;
    if (missed.length + notNotified.length > 0 && elapsed < convergeWithinMs) {
      await wait(100);
      continue;
    }
    [...missed, ...notNotified]
      .slice(0, 10)
      .forEach(key => log(`differs: ${key}`));
    const none = { on: 'value', at: 'most', limit: 0 } as const;
    return [
      figureOf({
        name: 'objects that differ from the server',
        value: missed.length,
        unit: '',
        target: none,
      }),
      figureOf({
        name: 'objects that subscribers know otherwise',
        value: notNotified.length,
        unit: '',
        target: none,
      }),
      figureOf({
        name: 'caches equal the server after',
        value: elapsed / 1000,
        unit: 's',
        target: { on: 'value', at: 'most', limit: convergeWithinMs / 1000 },
      }),
    ];
  }
}

/** Takes a sample every few seconds until the time is over. */
async function collectSamples(
  follower: Child<void>,
  minutes: number,
  { log, signal }: BenchContext<SoakEnvironment>,
): Promise<SoakSample[]> {
  const samples: SoakSample[] = [];
  const started = performance.now();
  const elapsed = () => (performance.now() - started) / 60_000;
  let loggedMinutes = 0;
  while (elapsed() < minutes) {
    await wait(sampleEveryMs, undefined, { signal });
    const sample = {
      ...(await ask<ResourceUsage>(follower, 'usage')),
      minutes: elapsed(),
    };
    samples.push(sample);
    if (sample.minutes - loggedMinutes >= 1) {
      loggedMinutes = Math.floor(sample.minutes);
      log(
        `${loggedMinutes} min: heap ${(sample.heap / 2 ** 20).toFixed(1)} MiB, ${sample.files} files, ` +
          `${sample.timers} timers, ${sample.changes} changes, streams begun anew ${JSON.stringify(sample.restarts)}`,
      );
    }
  }
  return samples;
}

export async function soakKube(
  context: BenchContext<SoakEnvironment>,
): Promise<Figure[]> {
  const { environment, log, signal } = context;
  const { api, kubeconfig, minutes } = environment;
  const folder = await mkdtemp(join(tmpdir(), 'klutch-soak-'));
  const server = new URL(
    loadKubeConfig(kubeconfig).getCurrentCluster()?.server ?? '',
  );
  const proxy = await TcpProxy.start(server.href);
  try {
    await populate(api);
    const token = await TokenFile.create(api, folder);
    const follower = startChild<FollowerInput, void>(
      join(__dirname, 'follower.child.ts'),
      {
        kubeconfig: followerKubeconfig(kubeconfig, proxy.port, token.path),
        namespaces,
      },
      { gc: true, signal },
    );
    await follower.receive('ready');
    const churn = startChild<ChurnInput, number>(
      join(__dirname, 'churn.child.ts'),
      { kubeconfig, namespaces, objects, perSecond },
      { signal },
    );
    const end = new AbortController();
    const injected = injectFaults(
      proxy,
      token,
      AbortSignal.any([end.signal, signal]),
    );
    const samples = await collectSamples(follower, minutes, context);
    churn.send('end');
    const changed = await churn.result;
    end.abort();
    const counts = await injected;
    log(
      Object.entries(counts)
        .map(([name, count]) => `${count} ${name}`)
        .join(', '),
    );
    const converged = await convergence(api, follower, log);
    follower.send('question', 'end');
    await follower.result;
    const information = {
      'changes made': changed,
      'changes delivered': samples.at(-1)?.changes ?? 0,
      ...Object.fromEntries(
        Object.entries(samples.at(-1)?.restarts ?? {}).map(
          ([reason, count]) => [`streams begun anew: ${reason}`, count],
        ),
      ),
      ...counts,
    };
    return [
      ...figuresOfSamples(samples),
      ...converged,
      ...Object.entries(information).map(([name, value]) =>
        figureOf({ name, value, unit: '' }),
      ),
    ];
  } finally {
    await proxy.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

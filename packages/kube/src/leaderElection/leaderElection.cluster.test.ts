// The election against a real API server: requests, the end of a term, and what keeps a candidate waiting.
import { join } from 'node:path';
import {
  LocalCluster,
  startCluster,
  resolveBinary,
  TcpProxy,
} from '@klutch/local-clusters';
import { ProcessHandle, startProcess } from '@klutch/local-processes';
import { Registry } from 'prom-client';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import {
  describeLong,
  itLong,
} from '@klutch/local-clusters/src/testing/describeLong';
import { createClient } from '../client/createClient';
import { KubeClient, WriteGuard } from '../client/KubeClient';
import { loadKubeConfig } from '../client/kubeConfig';
import { ConnectionError } from '../errors';
import { createLogger } from '../createLogger';
import { createMetrics } from '../metrics';
import { core } from '../resources';
import { rejection } from '../testing/rejection';
import { eventually } from '../testing/eventually';
import { waitMs } from '../wait';
import { createLeaderElector } from './createLeaderElector';
import {
  Leadership,
  LeaderElector,
  LeaderElectionOptions,
} from './LeaderElector';
import { LeaseLostError } from './LeaseLostError';
import { LeaseSpec } from './leaseState';

const name = 'work';
const times = { durationMs: 3_000, renewDeadlineMs: 2_000, retryMs: 200 };
const neverEnds = new AbortController().signal;
const neverSettles = new Promise<void>(() => undefined);

let cluster: LocalCluster;
let admin: KubeClient;
let namespaces = 0;
let namespace: string;
const runs: Run[] = [];
const ending: (() => Promise<void>)[] = [];

beforeAll(async () => {
  cluster = await startCluster({ name: 'kube-lease' });
  admin = createClient(loadKubeConfig(cluster.kubeconfig));
}, 60_000);

afterAll(async () => {
  await admin?.close();
  await cluster?.stop();
}, 60_000);

beforeEach(async () => {
  namespace = await newNamespace();
});

afterEach(async () => {
  for (const { stop, done } of runs.splice(0)) {
    stop.abort();
    await rejection(done);
  }
  for (const end of ending.splice(0).reverse()) await end();
});

async function newNamespace(): Promise<string> {
  namespaces += 1;
  const metadata = { name: `election-${namespaces}` };
  await admin.create(core.namespaces, {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata,
  });
  return metadata.name;
}

/** A running candidate, whose work ends when it is stopped. */
interface Run {
  elector: LeaderElector;
  stop: AbortController;
  done: Promise<void>;
  /** Set while the candidate leads. */
  leadership?: Leadership;
  log: string[];
  readonly stopTimeouts: number;
}

function start(
  options: Partial<LeaderElectionOptions> = {},
  work: (leadership: Leadership) => Promise<void> = ({ signal }) =>
    waitMs(1_000_000, signal),
): Run {
  const log: string[] = [];
  const counted = { stopTimeouts: 0 };
  const elector = createLeaderElector({
    client: admin,
    lease: { namespace, name },
    times,
    logger: createLogger('test', {
      destination: { write: line => log.push(line) },
    }),
    onStopTimeout: () => {
      counted.stopTimeouts += 1;
    },
    ...options,
  });
  const run: Run = {
    elector,
    stop: new AbortController(),
    log,
    done: neverSettles,
    get stopTimeouts() {
      return counted.stopTimeouts;
    },
  };
  run.done = elector.run(async leadership => {
    run.leadership = leadership;
    try {
      await work(leadership);
    } finally {
      run.leadership = undefined;
    }
  }, run.stop.signal);
  // Tests check the rejection later.
  run.done.catch(() => undefined);
  runs.push(run);
  return run;
}

async function waitForLeadership(run: Run): Promise<Leadership> {
  await eventually('the candidate leads', () => run.leadership !== undefined);
  return run.leadership as Leadership;
}

/** Checks a guard repeatedly. */
const probing = (guard: WriteGuard, onPass: () => void) =>
  setInterval(() => {
    try {
      guard.check();
    } catch {
      return;
    }
    onPass();
  }, 5);

const waitForStandby = (run: Run, whom = 'another process holds the lease') =>
  eventually('the candidate is standby', () =>
    run.log.some(line => line.includes(whom)),
  );

const readLease = () => admin.get(core.leases, { namespace, name });

const changeLease = (spec: LeaseSpec) =>
  admin.mergePatch(core.leases, { namespace, name }, { spec });

const unreachable = () =>
  new ConnectionError('The answer was lost.', {
    failure: 'unreachable',
    server: cluster.url,
  });

/** The client with one call replaced. */
const withCall = <K extends keyof KubeClient>(
  call: K,
  replaced: KubeClient[K],
): KubeClient => {
  const client: KubeClient = {
    ...admin,
    guarded: guard => ({ ...admin.guarded(guard), [call]: replaced }),
    [call]: replaced,
  };
  return client;
};

describeLong('the Lease object', () => {
  it('has the fields that client-go writes', async () => {
    const run = start({ identity: 'me' });
    const { transitions } = await waitForLeadership(run);
    expect(transitions).toBe(0);
    expect(run.elector.isLeader).toBe(true);
    expect(run.elector.state).toBe('leading');
    const first = await readLease();
    const micro = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;
    expect(first?.spec).toEqual({
      holderIdentity: 'me',
      leaseDurationSeconds: 3,
      leaseTransitions: 0,
      acquireTime: expect.stringMatching(micro),
      renewTime: expect.stringMatching(micro),
    });
    await eventually('the lease is renewed', async () => {
      const { spec } = (await readLease()) ?? {};
      return spec?.renewTime !== first?.spec?.renewTime;
    });
    expect((await readLease())?.spec?.acquireTime).toBe(
      first?.spec?.acquireTime,
    );
    run.stop.abort();
    await run.done;
    expect((await readLease())?.spec).toMatchObject({
      holderIdentity: '',
      leaseDurationSeconds: 1,
      leaseTransitions: 0,
    });
    expect(run.elector.isLeader).toBe(false);
    expect(run.elector.state).toBe('idle');
  });

  it('is shared with candidates that use client-go', async () => {
    const go = await startGoCandidate();
    await eventually('the Go candidate leads', async () =>
      Boolean((await readLease())?.spec?.holderIdentity),
    );
    const holder = (await readLease())?.spec?.holderIdentity;
    const run = start({ identity: 'ours' });
    await waitForStandby(run, holder);
    const killedAt = performance.now();
    process.kill(go.pid, 'SIGKILL');
    const { transitions } = await waitForLeadership(run);
    expect(transitions).toBe(1);
    expect(performance.now() - killedAt).toBeGreaterThan(2_500);

    await startGoCandidate();
    const watched = await readLease();
    await eventually(
      'ours is renewed while the Go candidate waits',
      async () => {
        const { spec } = (await readLease()) ?? {};
        return spec?.renewTime !== watched?.spec?.renewTime;
      },
    );
    run.stop.abort();
    await run.done;
    await eventually('the Go candidate leads', async () => {
      const { spec } = (await readLease()) ?? {};
      return spec?.leaseTransitions === 2 && spec.holderIdentity !== 'ours';
    });
  }, 60_000);

  /** kube-controller-manager with an idle controller, for client-go's election. */
  async function startGoCandidate(): Promise<ProcessHandle> {
    const handle = await startProcess({
      name: 'go-candidate',
      command: await resolveBinary('kube-controller-manager'),
      args: [
        `--kubeconfig=${cluster.kubeconfigPath}`,
        '--controllers=ttl-controller',
        '--use-service-account-credentials=false',
        '--secure-port=0',
        '--leader-elect=true',
        '--leader-elect-resource-lock=leases',
        `--leader-elect-resource-name=${name}`,
        `--leader-elect-resource-namespace=${namespace}`,
        '--leader-elect-lease-duration=3s',
        '--leader-elect-renew-deadline=2s',
        '--leader-elect-retry-period=250ms',
      ],
      cwd: cluster.dir,
      logFile: join(cluster.dir, 'logs', `go-candidate-${namespace}.log`),
      keepAlive: false,
    });
    ending.push(async () => void (await handle.stop()));
    return handle;
  }

  it('costs a waiting candidate one read and one watch', async () => {
    const asked: string[] = [];
    const counting = (call: 'get' | 'watch'): KubeClient =>
      withCall(call, ((...args: Parameters<KubeClient['get']>) => {
        asked.push(call);
        return (admin[call] as KubeClient['get'])(...args);
      }) as never);
    await waitForLeadership(start());
    const client = { ...counting('get'), watch: counting('watch').watch };
    const run = start({ client });
    await waitForStandby(run);
    const before = await readLease();
    await eventually('ten renewals have passed', async () => {
      const since = Date.parse(before?.spec?.renewTime ?? '');
      const now = Date.parse((await readLease())?.spec?.renewTime ?? '');
      return now - since > 10 * times.retryMs;
    });
    expect(asked).toEqual(['get', 'watch']);
  });
});

describeLong('without a lease', () => {
  it('the first candidate leads without waiting', async () => {
    const patient = { ...times, durationMs: 600_000 };
    const first = start({ times: patient });
    expect((await waitForLeadership(first)).transitions).toBe(0);
  });

  it('one of many candidates that start at once leads', async () => {
    const many = Array.from({ length: 5 }, () => start());
    await eventually('one candidate leads', () =>
      many.some(run => run.leadership),
    );
    await eventually('the others are standby', () =>
      many.every(
        run =>
          run.leadership ??
          run.log.some(line =>
            line.includes('another process holds the lease'),
          ),
      ),
    );
    expect(many.filter(run => run.leadership)).toHaveLength(1);
  });
});

itLong(
  'waits for a leader of another implementation, whose lease was deleted',
  async () => {
    await admin.create(core.leases, {
      apiVersion: 'coordination.k8s.io/v1',
      kind: 'Lease',
      metadata: { namespace, name },
      spec: { holderIdentity: 'other', leaseDurationSeconds: 1 },
    });
    const patient = { ...times, durationMs: 2_500 };
    const run = start({ times: patient });
    await waitForStandby(run);
    const deletedAt = performance.now();
    await admin.delete(core.leases, { namespace, name });
    await waitForLeadership(run);
    expect(performance.now() - deletedAt).toBeGreaterThan(patient.durationMs);
  },
);

describeLong('handover', () => {
  it('lets the work end and write before the lease is released', async () => {
    const finished: string[] = [];
    const first = start({}, async ({ signal, guard }) => {
      await waitMs(1_000_000, signal);
      // Longer than the deadline: the lease is renewed while the work ends.
      await waitMs(times.renewDeadlineMs + 300, neverEnds);
      await admin.guarded(guard).create(core.configMaps, {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { namespace, name: 'last-write' },
      });
      finished.push('first');
    });
    const { guard } = await waitForLeadership(first);
    const second = start({}, async ({ signal }) => {
      finished.push('second begins');
      await waitMs(1_000_000, signal);
    });
    await waitForStandby(second);
    first.stop.abort();
    await first.done;
    const endedAt = performance.now();
    const { transitions } = await waitForLeadership(second);
    expect(performance.now() - endedAt).toBeLessThan(1_000);
    expect(transitions).toBe(1);
    expect(finished).toEqual(['first', 'second begins']);
    expect(guard.signal.aborted).toBe(true);
    expect(() => guard.check()).toThrow(LeaseLostError);
  });

  it('releases the lease when the work ends or fails', async () => {
    await start({}, async () => undefined).done;
    expect((await readLease())?.spec?.holderIdentity).toBe('');
    const failing = start({}, async () => {
      throw new Error('the work failed');
    });
    await expect(failing.done).rejects.toThrow('the work failed');
    expect((await readLease())?.spec).toMatchObject({
      holderIdentity: '',
      leaseTransitions: 1,
    });
  });

  it('does not treat a stop as a failure', async () => {
    const run = start({}, ({ signal }) =>
      rejection(waitMs(1_000_000, signal)).then(() => {
        throw signal.reason;
      }),
    );
    await waitForLeadership(run);
    run.stop.abort();
    await expect(run.done).resolves.toBeUndefined();
  });

  it('does not release a lease that another process holds', async () => {
    // Another holder took the lease since the last renewal, and the leader gets no watch event about it.
    const client = withCall('watch', () => {
      throw unreachable();
    });
    const run = start({ client, times: { ...times, retryMs: 1_500 } });
    await waitForLeadership(run);
    await changeLease({ holderIdentity: 'thief' });
    run.stop.abort();
    await run.done;
    expect((await readLease())?.spec?.holderIdentity).toBe('thief');
  });

  it('stops as standby without having led', async () => {
    await waitForLeadership(start());
    const run = start();
    await waitForStandby(run);
    run.stop.abort();
    await run.done;
    expect(run.leadership).toBeUndefined();
  });

  it('waits the lease duration of the last holder, even with the same identity', async () => {
    await waitForLeadership(start({ identity: 'same' }));
    const [dead] = runs.splice(0);
    const lease = await readLease();
    const acquireTime = '2020-01-01T00:00:00.000000Z';
    dead?.stop.abort();
    await dead?.done;
    await changeLease({ ...lease?.spec, acquireTime, leaseDurationSeconds: 1 });
    const startedAt = performance.now();
    const run = start({ identity: 'same' });
    const { transitions } = await waitForLeadership(run);
    expect(performance.now() - startedAt).toBeGreaterThan(1_000);
    expect(transitions).toBe(1);
  });
});

describeLong('loss of the lease', () => {
  it('is detected when another process holds the lease, which stays unchanged', async () => {
    const run = start();
    const { signal, guard } = await waitForLeadership(run);
    const taken = await changeLease({ holderIdentity: 'thief' });
    const error = await rejection(run.done);
    expect(error).toBeInstanceOf(LeaseLostError);
    expect(error).toMatchObject({
      end: 'taken',
      lease: `${namespace}/${name}`,
    });
    expect(signal.reason).toBe(error);
    expect(guard.signal.reason).toBe(error);
    expect(() => guard.check()).toThrow('is not held any more');
    const after = await readLease();
    expect(after?.metadata.resourceVersion).toBe(
      taken.metadata.resourceVersion,
    );
  });

  it.each(['taken', 'deleted'])(
    'is detected by the watch, before the next renewal, when the lease was %s',
    async end => {
      const slow = {
        durationMs: 90_000,
        renewDeadlineMs: 80_000,
        retryMs: 60_000,
      };
      const run = start({ times: slow });
      const { guard } = await waitForLeadership(run);
      if (end === 'taken') await changeLease({ holderIdentity: 'thief' });
      else await admin.delete(core.leases, { namespace, name });
      await eventually('the loss is detected', () => guard.signal.aborted);
      expect(await rejection(run.done)).toMatchObject({ end });
    },
  );

  it('is detected by the next renewal without permission to watch', async () => {
    const client = withCall('watch', () => {
      throw unreachable();
    });
    const run = start({ client });
    await waitForLeadership(run);
    await admin.delete(core.leases, { namespace, name });
    expect(await rejection(run.done)).toMatchObject({ end: 'deleted' });
  });

  it('ends the writes of a disconnected leader of a deleted lease before a standby leads', async () => {
    const { run, proxy } = await startBehindProxy();
    const { guard } = await waitForLeadership(run);
    const standby = start();
    await waitForStandby(standby);
    proxy.setLinkState('stalled');
    await admin.delete(core.leases, { namespace, name });
    guard.check();
    let passed = true;
    const led = waitForLeadership(standby);
    const probe = probing(guard, () => {
      passed = standby.leadership === undefined;
    });
    const { transitions } = await led;
    clearInterval(probe);
    expect(() => guard.check()).toThrow('is not held any more');
    expect(passed).toBe(true);
    expect(transitions).toBe(1);
  }, 20_000);

  async function startBehindProxy() {
    const proxy = await TcpProxy.start(cluster.url);
    const client = createClient(
      loadKubeConfig(cluster.kubeconfig.replace(cluster.url, proxy.url)),
    );
    ending.push(
      () => client.close(),
      () => proxy.stop(),
    );
    return { run: start({ client }), proxy };
  }

  it.each(['down', 'stalled'] as const)(
    'follows within a second of the renew deadline when the connection is lost (%s)',
    async linkState => {
      const { run, proxy } = await startBehindProxy();
      const { guard } = await waitForLeadership(run);
      proxy.setLinkState(linkState);
      const cutAt = performance.now();
      let passedAt = 0;
      const probe = probing(guard, () => {
        passedAt = performance.now();
      });
      const error = await rejection(run.done);
      clearInterval(probe);
      expect(error).toMatchObject({ name: 'LeaseLostError', end: 'expired' });
      expect(passedAt - cutAt).toBeLessThan(times.renewDeadlineMs);
      expect(performance.now() - cutAt).toBeLessThan(
        times.renewDeadlineMs + 1_000,
      );
      expect(performance.now() - cutAt).toBeGreaterThan(
        times.renewDeadlineMs - 2 * times.retryMs,
      );
      expect(run.log.join()).toContain('failed to renew the lease, retrying');
    },
    20_000,
  );

  it('is measured from the moment the last renewal was sent', async () => {
    const answerMs = 600;
    let sentAt = 0;
    let broken = false;
    const client = withCall('mergePatch', (async (...args) => {
      if (broken) throw unreachable();
      const at = performance.now();
      const answer = await admin.mergePatch(...args);
      await waitMs(answerMs, neverEnds);
      sentAt = at;
      return answer;
    }) as KubeClient['mergePatch']);
    const run = start({ client });
    const { guard } = await waitForLeadership(run);
    await eventually('the lease was renewed', () => sentAt > 0);
    broken = true;
    let passedAt = 0;
    const probe = probing(guard, () => {
      passedAt = performance.now();
    });
    await rejection(run.done);
    clearInterval(probe);
    expect(passedAt - sentAt).toBeGreaterThan(answerMs);
    expect(passedAt - sentAt).toBeLessThan(times.renewDeadlineMs + 20);
  });

  it('is checked at each write, because timers fire late', async () => {
    const run = start();
    const { guard } = await waitForLeadership(run);
    guard.check();
    const blockedAt = performance.now();
    while (performance.now() - blockedAt < times.renewDeadlineMs + 100);
    // No timer has run yet.
    expect(() => guard.check()).toThrow(LeaseLostError);
    expect(guard.signal.aborted).toBe(true);
    expect(run.elector.isLeader).toBe(false);
    expect(await rejection(run.done)).toMatchObject({ end: 'expired' });
  });

  it('reports a stop timeout when the work does not stop', async () => {
    const run = start({}, () => neverSettles);
    await waitForLeadership(run);
    await changeLease({ holderIdentity: 'thief' });
    await eventually('the loss is logged', () =>
      run.log.some(line => line.includes('stopped leading')),
    );
    const lostAt = performance.now();
    expect(run.stopTimeouts).toBe(0);
    expect(await rejection(run.done)).toBeInstanceOf(LeaseLostError);
    expect(run.stopTimeouts).toBe(1);
    expect(performance.now() - lostAt).toBeGreaterThan(700);
    expect(run.elector.state).toBe('stop-timed-out');
  });
});

describeLong('failures', () => {
  it('keeps leading when responses to its writes are lost', async () => {
    let losses = 0;
    const client = withCall('mergePatch', (async (...args) => {
      await admin.mergePatch(...args);
      losses += 1;
      throw unreachable();
    }) as KubeClient['mergePatch']);
    const run = start({
      client: {
        ...client,
        // The server accepts the acquisition, but the candidate gets no response.
        create: async (resource, body, ...more) => {
          const created = await admin.create(resource, body, ...more);
          if (body.metadata.name === name) throw unreachable();
          return created;
        },
        mergePatch: admin.mergePatch,
        guarded: guard =>
          losses < 3 ? client.guarded(guard) : admin.guarded(guard),
      } as KubeClient,
    });
    const startedAt = performance.now();
    const { signal, transitions } = await waitForLeadership(run);
    // The candidate's own acquisition must not make it wait for the lease to expire.
    expect(performance.now() - startedAt).toBeLessThan(times.durationMs);
    expect(transitions).toBe(1);
    await eventually('three responses were lost', () => losses >= 3);
    const seen = await readLease();
    await eventually('the lease is renewed again', async () => {
      const { spec } = (await readLease()) ?? {};
      return spec?.renewTime !== seen?.spec?.renewTime;
    });
    expect(signal.aborted).toBe(false);
  });

  it('logs missing permissions once, and acquires the lease when they are granted', async () => {
    const config = loadKubeConfig(await cluster.user('candidate'));
    const client = createClient(config);
    ending.push(() => client.close());
    const run = start({ client });
    const warnings = () =>
      run.log.filter(line => line.includes('failed to acquire'));
    await eventually('the failure is logged', () => warnings().length > 0);
    expect(warnings()[0]).toContain(
      `Grant it get, watch, create and patch on leases of coordination.k8s.io in namespace ${namespace}`,
    );
    const grant = (verbs: string[]) =>
      admin.apply(
        core.roles,
        {
          apiVersion: 'rbac.authorization.k8s.io/v1',
          kind: 'Role',
          metadata: { namespace, name: 'candidate' },
          rules: [
            {
              apiGroups: ['coordination.k8s.io'],
              resources: ['leases'],
              verbs,
            },
          ],
        },
        { fieldManager: 'test' },
      );
    await grant(['get', 'create', 'patch']);
    await admin.create(core.roleBindings, {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'RoleBinding',
      metadata: { namespace, name: 'candidate' },
      roleRef: {
        apiGroup: 'rbac.authorization.k8s.io',
        kind: 'Role',
        name: 'candidate',
      },
      subjects: [
        {
          kind: 'User',
          name: 'candidate',
          apiGroup: 'rbac.authorization.k8s.io',
        },
      ],
    });
    await waitForLeadership(run);
    expect(warnings()).toHaveLength(1);

    // Without permission to watch, the candidate polls.
    const [leader] = runs.splice(0);
    const other = start({ client });
    await waitForStandby(other);
    leader?.stop.abort();
    await leader?.done;
    await waitForLeadership(other);
  });

  it.each([
    ['a namespace that does not exist', 'Create namespace not-there'],
    ['credentials that are rejected', 'Renew the credentials'],
  ])('retries with %s, and logs the advice once', async (what, advice) => {
    const config = loadKubeConfig(cluster.kubeconfig);
    if (what.startsWith('credentials')) {
      config.users = [{ name: config.users[0]?.name ?? '', token: 'wrong' }];
    }
    const client = createClient(config);
    ending.push(() => client.close());
    const run = start({
      client,
      lease: { namespace: 'not-there', name },
    });
    await eventually('the advice is logged', () =>
      run.log.join().includes(advice),
    );
    await eventually(
      'the candidate has retried',
      () => run.elector.state !== 'idle',
    );
    expect(run.log.filter(line => line.includes(advice))).toHaveLength(1);
  });

  it('acquires a lease with an empty spec', async () => {
    await admin.create(core.leases, {
      apiVersion: 'coordination.k8s.io/v1',
      kind: 'Lease',
      metadata: { namespace, name, labels: { made: 'by-hand' } },
      spec: {},
    });
    expect((await waitForLeadership(start())).transitions).toBe(1);
    expect((await readLease())?.metadata.labels).toEqual({ made: 'by-hand' });
  });
});

describeLong('a candidate', () => {
  it('exports whether it is the leader', async () => {
    const registry = new Registry();
    const run = start({ metrics: createMetrics(registry) });
    await waitForLeadership(run);
    const line = `klutch_leader{lease="${namespace}/${name}"}`;
    expect(await registry.metrics()).toContain(`${line} 1`);
    run.stop.abort();
    await run.done;
    expect(await registry.metrics()).toContain(`${line} 0`);
  });

  it('rejects a second run while the first one lasts', async () => {
    const run = start();
    await waitForLeadership(run);
    await expect(
      run.elector.run(async () => undefined, neverEnds),
    ).rejects.toThrow('runs already');
    run.stop.abort();
    await run.done;
    await run.elector.run(async () => undefined, neverEnds);
  });

  it('rejects times that do not increase, and an empty identity', () => {
    const lease = { namespace, name };
    expect(() =>
      createLeaderElector({
        client: admin,
        lease,
        times: { renewDeadlineMs: 15_000 },
      }),
    ).toThrow('must increase');
    expect(() =>
      createLeaderElector({ client: admin, lease, identity: '' }),
    ).toThrow('must not be empty');
  });
});

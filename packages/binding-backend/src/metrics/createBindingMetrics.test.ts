import express from 'express';
import { Registry } from 'prom-client';
import request from 'supertest';
import { backendActor } from '../audit/Audit';
import { createJoinRouter } from '../http/createJoinRouter';
import {
  browser,
  clientQuery,
  recordingLogger,
  mount,
  testApp,
} from '../testing/__testUtils__/browser';
import { testHandshake } from '../testing/__testUtils__/handshake';
import { joinTokensFixture } from '../testing/__testUtils__/joinTokens';
import { countedAudit } from './countedAudit';
import { createBindingMetrics } from './createBindingMetrics';

const make = () => {
  const registry = new Registry();
  const metrics = createBindingMetrics(registry);
  const series = async (name: string) =>
    (await registry.metrics())
      .split('\n')
      .filter(line => new RegExp(`^klutch_binding_${name}[ {]`).test(line))
      .map(line => line.replace(/^klutch_binding_/, ''))
      .sort();
  return { metrics, series };
};

it('counts the tokens that the backend issued, not their deliveries', async () => {
  const { metrics, series } = make();
  const written: unknown[] = [];
  const audit = countedAudit(event => written.push(event), metrics);
  const own = { actor: backendActor, namespace: 'n' } as const;
  audit({ ...own, action: 'issue-token', outcome: 'succeeded' });
  audit({ ...own, action: 'renew-token', outcome: 'succeeded' });
  audit({ ...own, action: 'renew-token', outcome: 'refused' });
  audit({ actor: 'alice', action: 'issue-token', outcome: 'succeeded' });
  audit({ ...own, action: 'unbind', outcome: 'succeeded' });
  expect(await series('tokens_total')).toEqual([
    'tokens_total{result="issued"} 1',
    'tokens_total{result="refused"} 1',
    'tokens_total{result="renewed"} 1',
  ]);
  expect(written).toHaveLength(5);
});

it('counts sign-ins, binds and responses of the handshake, without names of users', async () => {
  const { metrics, series } = make();
  const app = testApp({ ...testHandshake({ metrics }), metrics });
  const alice = browser(app);
  await alice.signIn();
  await alice.agree(await alice.consent());
  await alice.signIn(clientQuery, 'nobody');
  await alice.get('/callback', { state: 'x.y' });
  await request(app)
    .post(`${mount}/bind-noninteractive`)
    .set('Authorization', 'Bearer bob-access')
    .send({
      clusterID: 'apps1',
      apis: [{ group: 'example.test', resource: 'caches' }],
    });
  await alice.get('/canary/../toString');
  countedAudit(
    () => undefined,
    metrics,
  )({
    action: 'bind',
    outcome: 'succeeded',
    actor: backendActor,
  });

  expect(await series('sign_ins_total')).toEqual([
    'sign_ins_total{provider="scripted",outcome="refused"} 1',
    'sign_ins_total{provider="scripted",outcome="succeeded"} 2',
    'sign_ins_total{provider="unknown",outcome="refused"} 1',
  ]);
  expect(await series('binds_total')).toEqual([
    'binds_total{stage="consent",outcome="refused"} 1',
    'binds_total{stage="consent",outcome="succeeded"} 1',
    'binds_total{stage="export",outcome="succeeded"} 1',
  ]);
  expect(await series('http_answers_total')).toEqual([
    'http_answers_total{route="/authorize",status="3xx"} 2',
    'http_answers_total{route="/bind",status="2xx"} 1',
    'http_answers_total{route="/bind",status="3xx"} 1',
    'http_answers_total{route="/bind-noninteractive",status="4xx"} 1',
    'http_answers_total{route="/callback",status="3xx"} 1',
    'http_answers_total{route="/callback",status="4xx"} 2',
    'http_answers_total{route="other",status="4xx"} 1',
  ]);
});

it('counts responses to callers with join tokens', async () => {
  const { metrics, series } = make();
  const app = express().use(
    '/join',
    createJoinRouter({
      ...joinTokensFixture(),
      logger: recordingLogger([]),
      metrics,
    }),
  );
  await request(app).get('/join');
  await request(app)
    .post('/join')
    .type('form')
    .send({ code: 'x'.repeat(43) });
  await request(app).get('/join/canary');
  expect(await series('http_answers_total')).toEqual([
    'http_answers_total{route="/join",status="2xx"} 1',
    'http_answers_total{route="/join",status="4xx"} 1',
    'http_answers_total{route="other",status="4xx"} 1',
  ]);
});

it('collects counts at each scrape, until the collector is removed', async () => {
  const { metrics, series } = make();
  const counts = {
    tenants: { ready: 2, not_ready: 0, heartbeat_lost: 1 },
    exports: { True: 3, False: 0, Unknown: 1 },
  };
  const end = metrics.onCollect(() => counts);
  expect(await series('tenants')).toEqual([
    'tenants{state="heartbeat_lost"} 1',
    'tenants{state="not_ready"} 0',
    'tenants{state="ready"} 2',
  ]);
  counts.tenants.ready = 5;
  expect(await series('tenants')).toContain('tenants{state="ready"} 5');
  expect(await series('exports')).toEqual([
    'exports{ready="False"} 0',
    'exports{ready="True"} 3',
    'exports{ready="Unknown"} 1',
  ]);
  end();
  expect(await series('tenants')).toEqual([]);
});

it('omits counts whose collection fails, and nothing else', async () => {
  const { metrics, series } = make();
  metrics.token('refused');
  const end = metrics.onCollect(() => {
    throw new TypeError('canary');
  });
  expect(await series('tenants')).toEqual([]);
  expect(await series('tokens_total')).toEqual([
    'tokens_total{result="refused"} 1',
  ]);
  end();
});

// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { postgresql } from '@klutch/crossplane/src/dataServices/postgresql';
import { availability } from '../../availability';
import { findPlan } from '../../host/offers';
import { offers, type Plan } from './plans';

const MiB = 1024 * 1024;

describe('plans', () => {
  it.each([
    ['nano', 20, '4MB', 60_000, 100],
    ['small', 50, '8MB', 300_000, 500],
    ['big', 200, '32MB', 0, 2048],
  ])(
    '%s has the settings of the table',
    (size, connections, workMem, statementTimeoutMs, storage) => {
      expect(findPlan(offers, `postgresql-single-${size}`)).toMatchObject({
        connections,
        workMem,
        statementTimeoutMs,
        storageBytes: storage * MiB,
        ssl: false,
      });
    },
  );

  it.each(['nano', 'small', 'big'] as const)(
    '%s has the resources and defaults that the portal shows',
    size => {
      const plan = findPlan(offers, `postgresql-single-${size}`) as Plan;
      expect(postgresql.planFacts[size]).toEqual({
        connections: plan.connections,
        storage: { 100: '100Mi', 500: '500Mi', 2048: '2Gi' }[
          plan.storageBytes / MiB
        ],
        defaults: {
          maxConnections: plan.connections,
          workMem: plan.workMem,
          statementTimeout: plan.statementTimeoutMs,
          tempFileLimit: plan.maximums.temp_file_limit,
        },
      });
    },
  );

  it('knows the plans with TLS', () => {
    expect(findPlan(offers, 'postgresql-single-big-ssl')).toMatchObject({
      ssl: true,
      connections: 200,
    });
  });

  it.each([
    'postgresql-replica-small',
    'postgresql-single-medium',
    'postgresql-single-nano-bionic',
    'postgresql-single-nano-ssl-bionic',
    'mariadb-single-nano',
    '',
  ])('has no plan %p', name => expect(findPlan(offers, name)).toBeUndefined());

  it("has the broker's ids for plans", () => {
    expect(findPlan(offers, 'postgresql-single-nano-ssl')?.id).toBe(
      'plan-pg-single-nano-ssl',
    );
  });
});

describe('availability', () => {
  it.each(['nano', 'small', 'big', 'nano-ssl', 'big-ssl'])(
    'offers PostgreSQL 15 single %s',
    size => {
      expect(
        availability('a9s-postgresql15', `postgresql-single-${size}`),
      ).toEqual({ available: true });
    },
  );

  it.each(['a9s-postgresql13', 'a9s-postgresql17'])('offers %s', service => {
    expect(availability(service, 'postgresql-single-nano')).toEqual({
      available: true,
    });
  });

  it.each([
    [
      'a9s-postgresql14',
      'postgresql-single-nano',
      /^The service a9s-postgresql14 is not available here: this sandbox runs PostgreSQL 15, PostgreSQL 13 and PostgreSQL 17\. Choose the service a9s-postgresql15, a9s-postgresql13 or a9s-postgresql17\.$/,
    ],
    [
      'a9s-nothing1',
      'nothing-single-nano',
      /^The service a9s-nothing1 is not available here yet\.$/,
    ],
    [
      'a9s-postgresql15',
      'postgresql-replica-small',
      /one server per instance; replica plans are not available/,
    ],
    ['a9s-postgresql15', 'postgresql-single-small-bionic', /Bionic/],
    [
      'a9s-postgresql15',
      'postgresql-single-huge',
      /no PostgreSQL plan postgresql-single-huge/,
    ],
  ])('refuses %s with %s', (service, plan, reason) => {
    expect(availability(service, plan)).toEqual({
      available: false,
      reason: expect.stringMatching(reason),
    });
  });
});

// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { prometheus as claims } from '@klutch/crossplane/src/dataServices/prometheus';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import {
  acceptedOtherParameters,
  refusedOtherParameters,
} from '@klutch/crossplane/src/testing/parameterCases';
import { availability } from '../../availability';
import { findPlan } from '../../host/offers';
import { parseUsers, renderUsers, withUser, withoutUser } from './access';
import {
  Ports,
  prometheusArguments,
  renderGraphite,
  renderPrometheus,
} from './configuration';
import { readParameters } from './parameters';
import { Plan, offers } from './plans';
import {
  exporterErrors,
  metricValue,
  refusal,
  startupErrors,
} from './serverOutput';

const small = findPlan(offers, 'prometheus-single-small') as Plan;
const read = (parameters: Record<string, unknown>) =>
  readParameters(parameters, small);
const ports: Ports = {
  prometheus: 1,
  alertmanager: 2,
  graphite: 3,
  'graphite-metrics': 4,
};
const instance = { ports, dataDir: '/data', title: 'shop' };
const ofPrometheus = (cases: typeof acceptedOtherParameters) =>
  cases.flatMap(([type, name, value]): [string, unknown][] =>
    type === 'prometheus'
      ? [[claims.parameters[name]?.brokerKey ?? name, value]]
      : [],
  );

describe('plans', () => {
  it.each(['small', 'big'] as const)(
    '%s has the resources that the portal shows',
    size => {
      const plan = findPlan(offers, `prometheus-single-${size}`);
      const mebibytes = (bytes = 0) =>
        bytes < 1024 ** 3 ? `${bytes / 1024 ** 2}Mi` : `${bytes / 1024 ** 3}Gi`;
      expect({
        memory: mebibytes(plan?.memoryBytes),
        storage: mebibytes(plan?.storageBytes),
      }).toEqual(claims.planFacts[size]);
    },
  );

  it('are available without Grafana', () => {
    const service = 'a9s-prometheus';
    expect(availability(service, small.name)).toEqual({ available: true });
    const prefixes = claims.backends.flatMap(({ plans }) => plans);
    const reasons = prefixes.map(({ prefix, extra }) => [
      extra?.replace(/ .*/, ''),
      availability(service, `${prefix}-single-small`),
    ]);
    const refused = {
      available: false,
      reason: expect.stringMatching(/Plans with Grafana are not available/),
    };
    expect(reasons).toEqual([
      [undefined, { available: true }],
      ['Grafana', refused],
      ['Grafana', refused],
    ]);
  });
});

describe('parameters', () => {
  it.each(ofPrometheus(acceptedOtherParameters))(
    'are accepted as by the schema of the claim: %s %p',
    (key, value) => expect(() => read({ [key]: value })).not.toThrow(),
  );

  it.each(ofPrometheus(refusedOtherParameters))(
    'are refused as by the schema of the claim: %s %p',
    (key, value) => expect(() => read({ [key]: value })).toThrow(key),
  );

  it('are all known', () => {
    for (const { brokerKey = '' } of Object.values(claims.parameters)) {
      expect(() => read({ [brokerKey]: {} })).toThrow(/must be/);
    }
  });

  it.each<[Record<string, unknown>, RegExp]>([
    [{}, /no job_name in entry 1/],
    [{ job_name: 7 }, /no job_name/],
    [{ job_name: 'graphite' }, /every instance has already/],
    [{ job_name: 'a', bearer_token_file: '/f' }, /job a: .*bearer_token_file/],
    [{ job_name: 'a', tls_config: { ca_file: '/f' } }, /ca_file/],
    [{ job_name: 'a', basic_auth: { password_file: '/f' } }, /password_file/],
    [
      {
        job_name: 'a',
        http_sd_configs: [{ authorization: { credentials_file: '/f' } }],
      },
      /credentials_file/,
    ],
    [{ job_name: 'a', http_headers: { X: { files: ['/f'] } } }, /files/],
    [{ job_name: 'a', http_headers: { labels: { files: ['/f'] } } }, /files/],
    [{ job_name: 'a', http_headers: { params: { files: ['/f'] } } }, /files/],
    [
      { job_name: 'a', file_sd_configs: [{ files: ['/f'] }] },
      /file_sd_configs/,
    ],
    [{ job_name: 'a', ec2_sd_configs: [{}] }, /ec2_sd_configs.*static_configs/],
    [
      { job_name: 'a', scrape_interval: '999ms' },
      /scrape_interval of whole seconds, at least 1s/,
    ],
    [
      { job_name: 'a', dns_sd_configs: [{ refresh_interval: '0s' }] },
      /refresh_interval of whole seconds/,
    ],
    [{ job_name: 'a', sample_limit: 0 }, /sample_limit from 1 to 10000/],
    [{ job_name: 'a', sample_limit: 10_001 }, /plan prometheus-single-small/],
    [{ job_name: 'a', sample_limit: '5' }, /sample_limit/],
  ])('refuse the entry %p', (entry, message) => {
    const order = () => read({ scrape_configs: [entry] });
    expect(order).toThrow(message);
    expect(order).toThrow(/^The parameter scrape_configs/);
    expect(order).toThrow(expect.objectContaining({ retry: false }));
  });

  it('refuse a job twice, and name every problem', () => {
    expect(() =>
      read({
        scrape_configs: [{ job_name: 'a' }, { job_name: 'a' }],
        mapping_strict_match: 'yes',
        colour: 'blue',
      }),
    ).toThrow(
      /the job a twice.*mapping_strict_match must be true or false.*colour is unknown/,
    );
  });

  it('may have labels and parameters of any name', () => {
    const entry = {
      job_name: 'a',
      params: { log_file: ['x'], scrape_interval: ['1ms'] },
      scrape_interval: '1m30s',
      static_configs: [{ targets: ['h:1'], labels: { files: 'x' } }],
      sample_limit: 10_000,
    };
    expect(read({ scrape_configs: [entry] }).scrapeConfigs).toEqual([entry]);
  });
});

describe('configuration', () => {
  const configOf = (parameters: Record<string, unknown>) => ({
    plan: small,
    parameters: read(parameters),
  });

  it('has the jobs of the user as they are, with the limit of the plan', () => {
    const entry = { job_name: 'yes: "no"\n- x', honor_labels: true };
    const limited = { job_name: 'b', sample_limit: 5 };
    const config = configOf({ scrape_configs: [entry, limited] });
    const { scrape_configs: jobs } = JSON.parse(
      renderPrometheus(config, instance),
    );
    expect(jobs.slice(3)).toEqual([
      { ...entry, sample_limit: 10_000 },
      limited,
    ]);
    expect(jobs.slice(0, 3)).toMatchObject([
      {
        job_name: 'prometheus',
        static_configs: [{ targets: ['127.0.0.1:1'] }],
      },
      { job_name: 'alertmanager' },
      { job_name: 'graphite' },
    ]);
  });

  it('has the parameters of the Graphite exporter', () => {
    const strict = (parameters: Record<string, unknown>) =>
      JSON.parse(renderGraphite(configOf(parameters), instance)).strictMatch;
    expect(strict({ mapping_strict_match: true })).toBe(true);
    expect(strict({})).toBe(false);
  });

  it('has the limits of the plan', () => {
    const args = prometheusArguments(configOf({}), {
      ...instance,
      title: 'a\nb"--x',
    });
    expect(args).toContain('--storage.tsdb.retention.size=524288000B');
    expect(args).toContain('--web.page-title=a?b?--x');
  });
});

describe('users', () => {
  const user = { username: 'b1', password: 'hunter2' };

  it('are described by hashes of their passwords, which stay the same', () => {
    const users = withUser({}, user);
    expect(renderUsers(users)).not.toContain('hunter2');
    expect(users.b1).toMatch(/^\$2[aby]\$/);
    expect(parseUsers(renderUsers(users))).toEqual(users);
    expect(withUser(users, user)).toBe(users);
    expect(withUser({ b1: 'x' }, user).b1).not.toBe('x');
  });

  it('are removed', () => {
    const users = withUser({ a: 'x' }, user);
    expect(withoutUser(users, 'b1')).toEqual({ a: 'x' });
    expect(withoutUser(users, 'c')).toBe(users);
  });
});

describe('output of programs', () => {
  it('explains a refused configuration, without values and positions', () => {
    expect(
      refusal(
        'Checking /d/candidate.yml\n  FAILED: parsing YAML file /d/candidate.yml: yaml: unmarshal errors:\n  line 9: cannot unmarshal !!str `hunter2` into config.plain\n',
      ),
    ).toBe(
      'yaml: unmarshal errors: cannot unmarshal !!str … into config.plain',
    );
  });

  it('explains a start that failed', () => {
    expect(
      startupErrors(
        [
          'ts=1 caller=a level=info msg="x" err="no"',
          String.raw`ts=1 caller=a level=error msg="Error" err="open \"/d\": full"`,
          String.raw`ts=1 caller=a level=error msg="Error" err="open \"/d\": full"`,
        ].join('\n'),
      ),
    ).toBe('open "/d": full');
    expect(
      exporterErrors(
        'node:net:1\n      throw er;\n\nError: listen EADDRINUSE: address already in use 127.0.0.1:1\n    at x',
      ),
    ).toBe('listen EADDRINUSE: address already in use 127.0.0.1:1');
    expect([startupErrors(''), exporterErrors('')]).toEqual(['', '']);
  });

  it('has values of metrics', () => {
    expect(metricValue('# HELP up x\nup_not 2\nup 1.5e3\n', 'up')).toBe(1500);
    expect(metricValue('', 'up')).toBeNaN();
  });
});

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import type { KubeObject } from '@klutch/kube';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { itLong } from '@klutch/local-clusters/src/testing/describeLong';
import { resolveHelm } from '@klutch/programs';
import { renderTemplate } from './__testUtils__/renderTemplate';
import {
  deletionProtectionPolicy,
  konnectorRoles,
  restorePolicy,
} from '@klutch/bind-api';

const read = (...path: string[]) =>
  readFileSync(join(__dirname, '..', '..', ...path), 'utf8');

const documents = (...path: string[]) =>
  parseAllDocuments(
    read(...path)
      // Removes Helm's conditionals; the rest of the file is plain YAML.
      .replace(/^\{\{.*\}\}\n/gm, ''),
  )
    .map(document => document.toJS())
    // Helm creates the namespace: as part of the release, it would be deleted with all bindings and kubeconfigs.
    .filter(({ kind }) => kind !== 'Namespace');

const isDeployment = ({ kind }: { kind: string }) => kind === 'Deployment';

/** @param values - in place of those in the chart. */
const render = (file: string, values: object) =>
  parse(
    renderTemplate(
      read('chart', 'templates', file)
        // The condition around a whole file: what it shows is rendered.
        .replace(/^\{\{.*\}\}\n/gm, ''),
      {
        Values: { ...parse(read('chart', 'values.yaml')), ...values },
        Chart: { AppVersion: parse(read('chart', 'Chart.yaml')).appVersion },
      },
    ),
  );
const deploymentWith = (values: object = {}) =>
  render('deployment.yaml', values);

describe('chart', () => {
  it('grants the rights of konnectorRoles', () => {
    expect(documents('chart', 'templates', 'roles.yaml')).toEqual(
      konnectorRoles().filter(({ kind }) => kind !== 'Namespace'),
    );
  });

  // Regenerate with: helm template konnector konnector/chart --namespace klutch-bind > konnector/chart/golden.yaml
  it.each([
    ['restore-policy.yaml', restorePolicy()],
    ['deletion-protection-policy.yaml', deletionProtectionPolicy()],
  ])('installs %s', (file, policy) => {
    expect(documents('deploy', file)).toEqual(policy);
    expect(documents('chart', 'templates', file)).toEqual(policy);
  });

  it('renders the objects of deploy', () => {
    const rendered = documents('chart', 'golden.yaml');
    for (const { kind, spec } of rendered) {
      if (kind !== 'Deployment') continue;
      for (const container of spec.template.spec.containers) {
        delete container.imagePullPolicy;
      }
    }
    const keyOf = ({ kind, metadata }: KubeObject) =>
      `${kind} ${metadata.name}`;
    const byKey = (a: KubeObject, b: KubeObject) =>
      keyOf(a).localeCompare(keyOf(b));
    expect(rendered.sort(byKey)).toEqual(
      [
        'konnector.yaml',
        'restore-policy.yaml',
        'deletion-protection-policy.yaml',
      ]
        .flatMap(file => documents('deploy', file))
        .sort(byKey),
    );
  });

  itLong(
    'is rendered by Helm as in golden.yaml',
    async () => {
      const chart = join(__dirname, '..', '..', 'chart');
      const rendered = execFileSync(
        await resolveHelm(),
        ['template', 'konnector', chart, '--namespace', 'klutch-bind'],
        { encoding: 'utf8' },
      );
      expect(rendered).toBe(read('chart', 'golden.yaml'));
    },
    600_000,
  );

  it('renders the Deployment of golden.yaml', () => {
    expect(deploymentWith()).toEqual(
      documents('chart', 'golden.yaml').find(isDeployment),
    );
  });

  it('sets the fields of the Deployment from values', () => {
    const { spec } = deploymentWith({
      image: { repository: 'r', tag: 't', pullPolicy: 'Always' },
      imagePullSecrets: [{ name: 'pull' }],
      replicas: 1,
      args: ['--qps=9', '--shard=0/2'],
      healthPort: 9000,
      resources: { limits: { memory: '1Gi' } },
      nodeSelector: { disk: 'ssd' },
      tolerations: [{ key: 'k', operator: 'Exists' }],
      affinity: { nodeAffinity: {} },
      priorityClassName: 'high',
    });
    const [konnector] = spec.template.spec.containers;
    expect(spec).toMatchObject({
      replicas: 1,
      template: {
        spec: {
          imagePullSecrets: [{ name: 'pull' }],
          priorityClassName: 'high',
          nodeSelector: { disk: 'ssd' },
          tolerations: [{ key: 'k', operator: 'Exists' }],
          affinity: { nodeAffinity: {} },
        },
      },
    });
    expect(konnector).toMatchObject({
      image: 'r:t',
      imagePullPolicy: 'Always',
      args: ['--health-address=:9000', '--qps=9', '--shard=0/2'],
      ports: [{ name: 'health', containerPort: 9000 }],
      resources: { limits: { memory: '1Gi' } },
    });
  });

  it('scrapes every replica at the port of its metrics, when that is enabled', () => {
    expect(parse(read('chart', 'values.yaml')).podMonitor.enabled).toBe(false);
    const { metadata, spec } = render('pod-monitor.yaml', {
      podMonitor: { enabled: true, interval: '1m', labels: { team: 'data' } },
    });
    const { template } = deploymentWith().spec;
    expect(metadata.labels).toEqual({ app: 'konnector', team: 'data' });
    expect(spec).toEqual({
      jobLabel: 'app',
      selector: { matchLabels: template.metadata.labels },
      podMetricsEndpoints: [
        {
          port: template.spec.containers[0].ports[0].name,
          path: '/metrics',
          interval: '1m',
        },
      ],
    });
  });
});

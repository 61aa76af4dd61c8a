import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { itLong } from '@klutch/local-clusters/src/testing/describeLong';
import type { KubeObject } from '@klutch/kube';
import { resolveHelm } from '@klutch/programs';
import { parse, parseAllDocuments } from 'yaml';
import {
  portalChartTemplates,
  releaseManifests,
} from '../../scripts/portalChart';
import { portalAppClusterManifests, roleManifests } from './roleManifests';

const chart = join(__dirname, '..', '..', 'chart');
const generated = join(chart, 'templates', 'generated');

const identity = {
  namespace: 'portal',
  serviceAccount: 'backstage',
  portal: { users: ['klutch:a', 'klutch:b'], groups: ['klutch:dev'] },
};

/** Renders the few expressions of the templates as Helm does, which has to be built first. */
function render(name: string): unknown[] {
  const text = readFileSync(join(generated, name), 'utf8')
    .replace(/^\{\{- (?:if eq .*|end) \}\}\n/gm, '')
    .replaceAll('{{ .Release.Namespace }}', identity.namespace)
    .replaceAll('{{ .Values.serviceAccount }}', identity.serviceAccount)
    .replaceAll(
      /\{\{ toJson \.Values\.impersonate\.(users|groups) \}\}/g,
      (_, key: 'users' | 'groups') => JSON.stringify(identity.portal[key]),
    );
  expect(text).not.toContain('{{');
  return parseAllDocuments(text).map(document => document.toJS());
}

it('has the templates that scripts/writePortalChart.ts writes', () => {
  const committed = Object.fromEntries(
    readdirSync(generated).map(name => [
      name,
      readFileSync(join(generated, name), 'utf8'),
    ]),
  );
  expect(committed).toEqual(portalChartTemplates());
});

it('installs what the command roles prints', () => {
  expect(render('control-plane.yaml')).toEqual(
    releaseManifests(roleManifests(identity)),
  );
  expect(render('app-cluster.yaml')).toEqual(
    releaseManifests(portalAppClusterManifests(identity)),
  );
});

it('leaves what bindings need when it is uninstalled', () => {
  const kept = (render('control-plane.yaml') as KubeObject[]).filter(
    ({ metadata }) => metadata.annotations?.['helm.sh/resource-policy'],
  );
  const kinds = new Set(kept.map(({ kind }) => kind));
  expect([...kinds].sort()).toEqual([
    'ClusterRole',
    'CustomResourceDefinition',
    'ValidatingAdmissionPolicy',
    'ValidatingAdmissionPolicyBinding',
  ]);
  expect(kept.some(({ metadata }) => metadata.name === 'klutch-binder')).toBe(
    true,
  );
});

itLong(
  'is rendered by Helm as by this test',
  async () => {
    const helm = await resolveHelm();
    const byHelm = (cluster: string, ...values: string[]) =>
      execFileSync(
        helm,
        [
          ...['template', 'rights', chart, '--namespace', identity.namespace],
          ...[
            `cluster=${cluster}`,
            'serviceAccount=backstage',
            ...values,
          ].flatMap(value => ['--set', value]),
        ],
        { encoding: 'utf8', stdio: 'pipe' },
      );
    const people = [
      'impersonate.users={klutch:a,klutch:b}',
      'impersonate.groups={klutch:dev}',
    ];
    for (const cluster of ['control-plane', 'app-cluster']) {
      const documents = parseAllDocuments(byHelm(cluster, ...people))
        .map(document => document.toJS())
        // The templates of the other cluster are rendered as nothing.
        .filter(Boolean);
      const wanted = render(`${cluster}.yaml`);
      // Helm sorts objects by kind.
      expect(documents).toHaveLength(wanted.length);
      expect(documents).toEqual(expect.arrayContaining(wanted));
    }
    expect(() => byHelm('control-plane')).toThrow(/impersonate/);
  },
  600_000,
);

it('lets the portal impersonate nobody by default, and then fails', () => {
  const values = parse(readFileSync(join(chart, 'values.yaml'), 'utf8'));
  expect(values.impersonate).toEqual({ users: [], groups: [] });
  const validate = readFileSync(
    join(chart, 'templates', 'validate.yaml'),
    'utf8',
  );
  expect(validate).toContain(
    'if or (not .Values.impersonate.users) (not .Values.impersonate.groups)',
  );
});

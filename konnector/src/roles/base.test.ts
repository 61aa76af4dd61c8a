import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { appClusterKonnector, konnectorRoles } from '@klutch/bind-api';
import type { PolicyRule } from '@klutch/kube';
import { parseAllDocuments } from 'yaml';
import { version } from '../../package.json';

const rules = konnectorRoles().flatMap(role =>
  'rules' in role ? (role.rules ?? []) : [],
);

describe('konnectorRoles', () => {
  it('B25: grants no wildcard and no right on secrets beyond klutch-bind', () => {
    expect(rules.length).toBeGreaterThan(0);
    for (const rule of rules) {
      const words = [
        ...rule.verbs,
        ...(rule.apiGroups ?? []),
        ...(rule.resources ?? []),
      ];
      expect(words).not.toContain('*');
    }
    const clusterWide = konnectorRoles().filter(
      role => role.kind === 'ClusterRole' && 'rules' in role,
    );
    const grantsSecrets = (rule: PolicyRule) =>
      rule.resources?.includes('secrets');
    expect(
      clusterWide.some(
        role => 'rules' in role && role.rules?.some(grantsSecrets),
      ),
    ).toBe(false);
  });

  it('aggregates the roles of bindings', () => {
    expect(konnectorRoles()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          kind: 'ClusterRole',
          metadata: { name: 'klutch-konnector' },
          aggregationRule: {
            clusterRoleSelectors: [
              {
                matchLabels: {
                  'klutch.anynines.com/aggregate-to-konnector': 'true',
                },
              },
            ],
          },
        }),
      ]),
    );
  });

  it('equals deploy/konnector.yaml together with the Deployment', () => {
    const file = join(__dirname, '..', '..', 'deploy', 'konnector.yaml');
    const manifests = parseAllDocuments(readFileSync(file, 'utf8')).map(
      document => document.toJS(),
    );
    const image = `klutch-konnector:${version}`;
    expect(manifests).toEqual([
      ...konnectorRoles(),
      appClusterKonnector(image),
    ]);
  });
});

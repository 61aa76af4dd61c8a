import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { konnectorRoles } from './base';

const documents = (...path: string[]) =>
  parseAllDocuments(
    readFileSync(join(__dirname, '..', '..', ...path), 'utf8')
      // What Helm decides; the rest of the file is plain YAML.
      .replace(/^\{\{.*\}\}\n/gm, ''),
  )
    .map(document => document.toJS())
    // Helm makes it: one that belonged to the release would take bindings and kubeconfigs along.
    .filter(({ kind }) => kind !== 'Namespace');

describe('chart', () => {
  it('grants what konnectorRoles grants', () => {
    expect(documents('chart', 'templates', 'roles.yaml')).toEqual(
      konnectorRoles().filter(({ kind }) => kind !== 'Namespace'),
    );
  });

  // Written anew with: helm template konnector konnector/chart --namespace klutch-bind > konnector/chart/golden.yaml
  it('renders what deploy/konnector.yaml says', () => {
    const rendered = documents('chart', 'golden.yaml');
    for (const { kind, spec } of rendered) {
      if (kind !== 'Deployment') continue;
      for (const container of spec.template.spec.containers) {
        delete container.imagePullPolicy;
      }
    }
    const byKind = (a: { kind: string }, b: { kind: string }) =>
      a.kind < b.kind ? -1 : 1;
    expect(rendered.sort(byKind)).toEqual(
      documents('deploy', 'konnector.yaml').sort(byKind),
    );
  });
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CustomResourceDefinition } from '@klutch/bind-api';
import { parseAllDocuments } from 'yaml';
import { testCrd } from '../testing/__testUtils__/thingCrd';
import { admissionPolicy } from './admissionPolicy';

const owner = {
  apiVersion: 'klutch.anynines.com/v1alpha1',
  kind: 'APIServiceBinding',
  name: 'things.example.com',
  uid: 'b1',
};
const bound = (
  installedBy = 'klutch-bind/things.example.com',
): CustomResourceDefinition => {
  const crd = testCrd('things', 'Thing');
  return {
    ...crd,
    metadata: {
      ...crd.metadata,
      uid: 'c1',
      annotations: { 'klutch.anynines.com/installed-by': installedBy },
      ownerReferences: [owner],
    },
  };
};
const made = (crd = bound()) => {
  const found = admissionPolicy(crd);
  if (!found.ok) throw new Error(found.error);
  return found.value;
};

describe('admissionPolicy', () => {
  it('matches creations of the API only, ignores failures, and is owned by the CRD', () => {
    const [policy, binding] = made();
    expect(policy.spec).toMatchObject({
      failurePolicy: 'Ignore',
      matchConstraints: {
        resourceRules: [
          {
            apiGroups: ['example.com'],
            resources: ['things'],
            operations: ['CREATE'],
          },
        ],
      },
    });
    for (const { metadata } of [policy, binding]) {
      expect(metadata.ownerReferences).toEqual([
        {
          apiVersion: 'apiextensions.k8s.io/v1',
          kind: 'CustomResourceDefinition',
          name: 'things.example.com',
          uid: 'c1',
        },
      ]);
    }
  });

  it('refers to the APIServiceBinding as its parameter, namespaced or cluster-scoped', () => {
    expect(made()[1].spec.paramRef).toEqual({
      namespace: 'klutch-bind',
      name: 'things.example.com',
      parameterNotFoundAction: 'Allow',
    });
    expect(made(bound('things.example.com'))[1].spec.paramRef).toEqual({
      name: 'things.example.com',
      parameterNotFoundAction: 'Allow',
    });
  });

  it('is refused for a CRD that belongs to no binding', () => {
    const crd = bound();
    const error = expect.stringContaining('belongs to no APIServiceBinding');
    for (const metadata of [
      { ...crd.metadata, ownerReferences: [] },
      { ...crd.metadata, annotations: {} },
    ]) {
      expect(admissionPolicy({ ...crd, metadata })).toEqual({
        ok: false,
        error,
      });
    }
  });

  it('equals the policy that the chart installs', () => {
    const file = join(
      __dirname,
      '../../chart/templates/admission-policies.yaml',
    );
    const [, template = ''] = readFileSync(file, 'utf8').split('# One API.\n');
    const crd = bound();
    const values: Record<string, string> = {
      '$crd.metadata.name': crd.metadata.name ?? '',
      '$crd.metadata.uid': crd.metadata.uid ?? '',
      '$crd.spec.group': crd.spec.group,
      '$crd.spec.names.plural': crd.spec.names.plural,
      '$place.name': 'things.example.com',
      '$place.namespace': 'klutch-bind',
    };
    const rendered = template
      .replace(/^\s*\{\{.*\}\}\n/gm, '')
      .replace(/\{\{ (\S+) \}\}/g, (_, name: string) => values[name] ?? name);
    const documents = parseAllDocuments(rendered).map(one => one.toJS());
    expect(documents).toEqual(made(crd));
  });
});

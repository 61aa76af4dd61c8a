import { hasExample, unusedExamples } from '../testing/constraintExamples';
import { constraintsOf, pathText } from '../testing/constraints';
import { clusterScopedBindingFacts, crdFacts } from '../testing/crdFacts';
import { describeCrd } from '../testing/describeCrd';
import * as fullObjects from '../testing/fullObjects';
import { apiServiceBindingCrd } from './apiServiceBinding';
import {
  appClusterCrds,
  controlPlaneCrds,
  controlPlaneModeCrds,
  crds,
} from '.';
import { toYaml } from '../toYaml';
import { parseAllDocuments } from 'yaml';

const byName = new Map(
  Object.values(crds).map(crd => [crd.metadata.name ?? '', crd]),
);

/** `a.b[].c`: matches any item of a list. */
const hasPath = (object: unknown, path: string): boolean =>
  path
    .split('.')
    .reduce<unknown[]>(
      (found, part) =>
        found.flatMap(value => {
          const name = part.replace('[]', '');
          const next = (value as Record<string, unknown> | undefined)?.[name];
          return part.endsWith('[]') && Array.isArray(next) ? next : [next];
        }),
      [object],
    )
    .some(value => value !== undefined);

describe('the CRDs match the wire contract', () => {
  it('all of them, and no others', () => {
    expect([...byName.keys()].sort()).toEqual(
      crdFacts.map(({ name }) => name).sort(),
    );
  });

  it.each(crdFacts.map(facts => [facts.name, facts] as const))(
    '%s, field by field',
    (name, facts) => {
      const crd = byName.get(name);
      if (!crd) throw new Error(`no CRD ${name}`);
      expect(describeCrd(crd)).toEqual(facts);
    },
  );

  it('the binding CRD of v1.5.0, which differs only in its scope', () => {
    const old = apiServiceBindingCrd('Cluster');
    expect(describeCrd(old)).toEqual(clusterScopedBindingFacts);
    expect({ ...old, spec: { ...old.spec, scope: 'Namespaced' } }).toEqual(
      crds.apiServiceBindings,
    );
  });
});

describe('the full objects of the tests', () => {
  it.each(Object.values(fullObjects).map(object => [object.kind, object]))(
    '%s has every field of its CRD',
    (kind, object) => {
      const facts = crdFacts.find(({ names }) =>
        names.split(' ').includes(kind),
      );
      const missing = (facts?.fields ?? [])
        .map(line => line.split(' ')[0] ?? '')
        .filter(path => !hasPath(object, path));
      expect(missing).toEqual([]);
    },
  );
});

describe('the rules of all CRDs', () => {
  const rules = Object.values(crds).flatMap(crd =>
    constraintsOf(crd).map(constraint => ({
      plural: crd.spec.names.plural,
      constraint,
    })),
  );

  it('each have an accepting and a refusing example', () => {
    expect(
      rules
        .filter(({ plural, constraint }) => !hasExample(plural, constraint))
        .map(
          ({ plural, constraint: { path, rule } }) =>
            `${plural} ${pathText(path)} ${rule}`,
        ),
    ).toEqual([]);
    expect(unusedExamples(rules)).toEqual([]);
  });
});

describe('the sets of CRDs', () => {
  const namesOf = (set: typeof controlPlaneCrds) =>
    set.map(({ spec }) => spec.names.kind);

  it('are one for each side, and the additional CRDs of control-plane mode', () => {
    expect(namesOf(controlPlaneCrds)).toEqual([
      'APIServiceExport',
      'APIServiceExportRequest',
      'APIServiceNamespace',
      'ClusterBinding',
      'APIServiceExportTemplate',
    ]);
    expect(namesOf(appClusterCrds)).toEqual(['APIServiceBinding']);
    expect(namesOf(controlPlaneModeCrds)).toEqual([
      'AppClusterBinding',
      'APIServiceBinding',
    ]);
  });

  it('can be written as YAML, one document each, without anchors', () => {
    const all = Object.values(crds);
    const text = toYaml(all);
    expect(parseAllDocuments(text).map(document => document.toJS())).toEqual(
      all,
    );
    expect(text).not.toMatch(/[&*]a\d/);
  });
});

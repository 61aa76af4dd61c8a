import {
  names,
  type APIServiceExport,
  type APIServiceExportTemplate,
} from '@klutch/bind-api';
import {
  historyAnnotation,
  planTemplate,
  policyAnnotations,
} from '@klutch/binding-backend';
import { schemaState } from './schemaState';
import { applyCommand, templateManifest } from './templateManifest';
import { validateTemplate } from './validateTemplate';

const template = (
  annotations?: Record<string, string>,
): APIServiceExportTemplate => {
  const [planned] = planTemplate({ group: 'example.test', resource: 'queues' });
  return {
    ...planned,
    metadata: { ...planned.metadata, uid: 'u1', annotations },
  };
};

describe('the manifest of a template', () => {
  it('has what operators write, and claims also when there are none, for an apply to remove those of before', () => {
    const text = templateManifest(
      template({
        [historyAnnotation]: '[]',
        [policyAnnotations.groups]: 'operators',
      }),
    );
    expect(text).toMatch(
      /kind: ClusterRole\n[^]*kind: ClusterRole\n[^]*kind: APIServiceExportTemplate\n/,
    );
    expect(text).toContain(`${policyAnnotations.groups}: operators`);
    expect(text).toContain('permissionClaims: []');
    expect(text).not.toMatch(/uid|history/);
  });

  it('is applied with a command that also removes annotations', () => {
    const before = template({ [policyAnnotations.groups]: 'operators' });
    expect(applyCommand(before, before)).toBe(
      'kubectl apply --server-side --force-conflicts -f queues.example.test.yaml',
    );
    expect(applyCommand(template(), before).split('\n')[1]).toBe(
      `kubectl annotate -n ${names.templateNamespace} apiserviceexporttemplates.${names.templateGroup} queues.example.test ${policyAnnotations.groups}-`,
    );
  });
});

it('says where exports do not have the schema of the API', () => {
  const apiExport = (namespace: string, types: Record<string, string>) =>
    ({
      metadata: { namespace, name: 'queues.example.test' },
      status: {
        conditions: Object.entries(types).map(([type, status]) => ({
          type,
          status,
          message: `${type} is ${status}`,
          lastTransitionTime: '2026-01-01T00:00:00Z',
        })),
      },
    }) as APIServiceExport;
  const stateOf = (...exports: APIServiceExport[]) =>
    schemaState(exports, namespace => `app-${namespace}`);
  const inSync = apiExport('a', { ProviderInSync: 'True' });
  const waiting = apiExport('b', { ConsumerInSync: 'False' });
  const blocked = apiExport('c', { ProviderInSync: 'False' });
  expect(stateOf()).toEqual({ state: 'NotExported' });
  expect(stateOf(inSync)).toEqual({ state: 'InSync' });
  expect(stateOf(inSync, waiting)).toEqual({
    state: 'Waiting',
    cluster: 'app-b',
    message: 'ConsumerInSync is False',
  });
  expect(stateOf(waiting, blocked)).toMatchObject({
    state: 'Blocked',
    cluster: 'app-c',
  });
});

it('refuses names that the annotation would split, or that match nobody', () => {
  const validate = (groups: string[], needsIssuer: boolean) => () =>
    validateTemplate(
      { claims: [], audience: { groups } },
      { issuers: [], needsIssuer },
    );
  expect(validate(['operators'], false)).not.toThrow();
  expect(validate(['klutch-portal#operators'], true)).not.toThrow();
  expect(validate(['a, b'], false)).toThrow('cannot offer the API like this');
  expect(validate(['operators'], true)).toThrow(
    'cannot offer the API like this',
  );
  const ofIssuers = (issuers: string[]) => () =>
    validateTemplate(
      { claims: [], audience: { issuers } },
      { issuers: ['klutch-portal'], needsIssuer: false },
    );
  expect(ofIssuers(['klutch-portal'])).not.toThrow();
  expect(ofIssuers(['https://id.test'])).toThrow(
    'cannot offer the API like this',
  );
});

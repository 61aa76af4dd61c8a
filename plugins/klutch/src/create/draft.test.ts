import { parse } from 'yaml';
import { service, serviceDetail } from '../__testUtils__/fixtures';
import {
  causesOf,
  initialDraft,
  pickNamespace,
  stepForField,
  toClaimRequest,
  toYaml,
} from './draft';

const postgresql = serviceDetail(service('instance'));

describe('initialDraft', () => {
  it('preselects values without an alternative, and nothing that is not available', () => {
    expect(initialDraft(postgresql, new URLSearchParams())).toMatchObject({
      cluster: 'apps-dev',
      version: 'a9s-postgresql15',
      plan: '',
    });
    expect(
      initialDraft(
        postgresql,
        new URLSearchParams({
          cluster: 'elsewhere',
          plan: 'postgresql-replica-small',
        }),
      ),
    ).toMatchObject({ cluster: 'apps-dev', plan: '' });
  });
});

describe('pickNamespace', () => {
  const namespace = (name: string, writable = true) => ({ name, writable });
  it.each([
    ['the preferred one', 'b', [namespace('a'), namespace('b')], 'b'],
    ['the only one', '', [namespace('a'), namespace('b', false)], 'a'],
    ['none of several', 'c', [namespace('a'), namespace('b')], ''],
    [
      'no other one instead of a preferred one that is not writable',
      'b',
      [namespace('a'), namespace('b', false)],
      'b',
    ],
    ['none when none is writable', '', [namespace('a', false)], ''],
  ])('picks %s', (_, preferred, namespaces, expected) => {
    expect(pickNamespace(namespaces, preferred)).toBe(expected);
  });
});

describe('toClaimRequest', () => {
  it('R18: includes every setting and always sets the composition', () => {
    const draft = {
      ...initialDraft(postgresql, new URLSearchParams()),
      name: 'orders-db',
      namespace: 'team-a',
      plan: 'postgresql-single-nano',
      settings: { expose: 'Internal', parameters: { maxConnections: 0 } },
    };
    expect(toClaimRequest(postgresql, draft).spec).toEqual({
      service: 'a9s-postgresql15',
      plan: 'postgresql-single-nano',
      expose: 'Internal',
      parameters: { maxConnections: 0 },
      compositionRef: { name: 'a9s-postgresql' },
    });
    const other = { compositionRef: { name: 'other' } };
    expect(
      toClaimRequest(postgresql, { ...draft, settings: other }).spec,
    ).toMatchObject(other);
  });
});

describe('stepForField', () => {
  it('maps a field of the claim to the step and field of the wizard', () => {
    expect(stepForField('metadata.name', postgresql)).toEqual({
      step: 'where',
      key: 'name',
    });
    const settings = { step: 'what', key: 'settings' };
    expect(stepForField('spec.parameters.workMem', postgresql)).toEqual(
      settings,
    );
    expect(stepForField('spec.expose', postgresql)).toEqual(settings);
    expect(stepForField('spec.planet', postgresql)).toBeUndefined();
    expect(stepForField('spec', postgresql)).toBeUndefined();
    expect(stepForField('spec.plan', postgresql)?.key).toBe('plan');
    expect(stepForField('spec.expose[0].x', postgresql)).toEqual(settings);
    expect(stepForField(undefined, postgresql)).toBeUndefined();
  });

  it('finds what the app cluster reported about one field', () => {
    const causes = [
      { field: 'spec.plan', message: 'One.' },
      { field: 'spec.service', message: 'Other.' },
      { field: 'spec.plan', message: 'Two.' },
    ];
    expect(causesOf(causes, 'plan', postgresql)).toEqual([
      causes[0],
      causes[2],
    ]);
    expect(causesOf(causes, 'name', postgresql)).toEqual([]);
  });
});

it('a manifest is the same for kubectl, which takes on, off, yes and no without quotes for booleans', () => {
  const request = {
    ...toClaimRequest(postgresql, {
      ...initialDraft(postgresql, new URLSearchParams()),
      namespace: 'team-a',
      name: 'on',
    }),
    spec: { parameters: { synchronousCommit: 'off' } },
  };
  expect(parse(toYaml(postgresql, request), { version: '1.1' })).toMatchObject({
    metadata: { name: 'on' },
    spec: request.spec,
  });
});

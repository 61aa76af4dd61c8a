import { service, serviceDetail } from '../__testUtils__/fixtures';
import {
  causeMessage,
  initialDraft,
  pickNamespace,
  stepForField,
  toClaimRequest,
} from './draft';

const postgresql = serviceDetail(service('instance'));

describe('initialDraft', () => {
  it('takes what there is only one of, and nothing that is not available', () => {
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
    ['the wanted one', 'b', [namespace('a'), namespace('b')], 'b'],
    ['the only one', '', [namespace('a'), namespace('b', false)], 'a'],
    ['none of several', 'c', [namespace('a'), namespace('b')], ''],
    [
      'another than one that may not be written to',
      'b',
      [namespace('a'), namespace('b', false)],
      'a',
    ],
    ['none where there is none', 'a', [namespace('a', false)], ''],
  ])('picks %s', (_, wanted, namespaces, expected) => {
    expect(pickNamespace(namespaces, wanted)).toBe(expected);
  });
});

describe('toClaimRequest', () => {
  it('R18: passes every setting on, and always names the composition', () => {
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
  it('finds the answer that a field of the claim comes from', () => {
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

  it('joins everything that was said about one answer', () => {
    const causes = [
      { field: 'spec.plan', message: 'One.' },
      { field: 'spec.service', message: 'Other.' },
      { field: 'spec.plan', message: 'Two.' },
    ];
    expect(causeMessage(causes, 'plan', postgresql)).toBe('One. Two.');
    expect(causeMessage(causes, 'name', postgresql)).toBeUndefined();
  });
});

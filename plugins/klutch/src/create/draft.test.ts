import { service, serviceDetail } from '../__testUtils__/fixtures';
import {
  causeOf,
  initialDraft,
  pickNamespace,
  placeOfField,
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
  it('always names the composition and leaves out settings that were not given', () => {
    const draft = {
      ...initialDraft(postgresql, new URLSearchParams()),
      name: 'orders-db',
      namespace: 'team-a',
      plan: 'postgresql-single-nano',
      parameters: { maxConnections: 0, workMem: '', roles: [], x: undefined },
    };
    expect(toClaimRequest(postgresql, draft).spec).toEqual({
      service: 'a9s-postgresql15',
      plan: 'postgresql-single-nano',
      parameters: { maxConnections: 0 },
      compositionRef: { name: 'a9s-postgresql' },
    });
  });
});

describe('placeOfField', () => {
  it('finds the answer that a field of the claim comes from', () => {
    expect(placeOfField('metadata.name')).toEqual({
      step: 'where',
      key: 'name',
    });
    expect(placeOfField('spec.parameters.workMem')).toEqual({
      step: 'what',
      key: 'parameters',
    });
    expect(placeOfField('spec.planet')).toBeUndefined();
    expect(placeOfField(undefined)).toBeUndefined();
  });

  it('joins everything that was said about one answer', () => {
    const causes = [
      { field: 'spec.plan', message: 'One.' },
      { field: 'spec.service', message: 'Other.' },
      { field: 'spec.plan', message: 'Two.' },
    ];
    expect(causeOf(causes, 'plan')).toBe('One. Two.');
    expect(causeOf(causes, 'name')).toBeUndefined();
  });
});

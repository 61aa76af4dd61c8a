import { sampleCrds } from '../testing/__testUtils__/samples';
import { claimsOfXrd, serviceInfo, type ServiceInfo } from './serviceInfo';

const [postgresql] = sampleCrds;
if (!postgresql) throw new Error('There is no sample.');

const xrd = {
  apiVersion: 'apiextensions.crossplane.io/v1',
  kind: 'CompositeResourceDefinition',
  metadata: {},
  spec: {
    group: 'anynines.com',
    claimNames: { plural: 'postgresqlinstances' },
    defaultCompositionRef: { name: 'a9s-postgresql' },
  },
};

const withAnnotations = (annotations: Record<string, string>): ServiceInfo => {
  const crd = {
    ...postgresql,
    metadata: { ...postgresql.metadata, annotations },
  };
  const info = serviceInfo(crd);
  if (!info) throw new Error('The sample serves no version.');
  return info;
};

it('reads the composition from the XRD, an enforced one first', () => {
  expect(serviceInfo(postgresql, xrd)?.defaultComposition).toBe(
    'a9s-postgresql',
  );
  const enforced = {
    ...xrd,
    spec: { ...xrd.spec, enforcedCompositionRef: { name: 'only-this' } },
  };
  expect(serviceInfo(postgresql, enforced)?.defaultComposition).toBe(
    'only-this',
  );
  expect(serviceInfo(postgresql)).not.toHaveProperty('defaultComposition');
});

it('finds the XRD of claims', () => {
  expect(claimsOfXrd(xrd)).toEqual(['postgresqlinstances.anynines.com']);
  expect(claimsOfXrd({ ...xrd, spec: { group: 'g.io' } })).toEqual([]);
});

describe('annotations', () => {
  it('may all be missing', () => {
    expect(withAnnotations({})).toMatchObject({
      type: 'instance',
      title: 'Postgresql instance',
      description: '',
      icon: '',
      services: {},
      plans: {},
      parameters: {},
      relatedApis: {},
      unavailable: { service: {}, plan: {} },
    });
  });

  it('R19: name the APIs of a service, and only those', () => {
    const related = (text: string) =>
      withAnnotations({ 'klutch.anynines.com/related-apis': text }).relatedApis;
    expect(related('{"binding": "b.g.io", "backup": 3}')).toEqual({
      binding: 'b.g.io',
    });
    expect(related('servicebindings.g.io')).toEqual({});
  });

  it('may be invalid, independently of each other', () => {
    const info = withAnnotations({
      'klutch.anynines.com/kind': 'spaceship',
      'klutch.anynines.com/title': 'PostgreSQL',
      'klutch.anynines.com/plans':
        '{"a": {"replicas": "many", "storage": "1Gi"}, "b": 3}',
      'klutch.anynines.com/parameters':
        '{"a": {"title": 7, "unit": "ms"}, "b": "ms"}',
      'klutch.anynines.com/unavailable': 'not JSON',
    });
    expect(info).toMatchObject({
      type: 'instance',
      title: 'PostgreSQL',
      parameters: { a: { unit: 'ms' }, b: {} },
      plans: { a: { storage: '1Gi' }, b: {} },
      unavailable: { service: {}, plan: {} },
    });
  });

  it('may have an icon, documentation and titles', () => {
    const icon = 'data:image/svg+xml;base64,PHN2Zy8+';
    expect(
      withAnnotations({
        'klutch.anynines.com/icon': icon,
        'klutch.anynines.com/docs': 'https://example.org/docs',
        'klutch.anynines.com/services': '{"a9s-x1": "X 1"}',
        'klutch.anynines.com/plans': '{"nano": {"title": "Smallest"}}',
      }),
    ).toMatchObject({
      icon,
      docsUrl: 'https://example.org/docs',
      services: { 'a9s-x1': 'X 1' },
      plans: { nano: { title: 'Smallest' } },
    });
  });

  it.each([
    'postgresql',
    'https://example.org/icon.svg',
    'data:text/html;base64,PHN2Zy8+',
    `data:image/png;base64,${'A'.repeat(40_000)}`,
  ])('have no icon that a page would have to request or run: %.40s', icon => {
    const info = withAnnotations({ 'klutch.anynines.com/icon': icon });
    expect(info.icon).toBe('');
  });

  it('have no address of documentation that runs a script', () => {
    const docs = 'data:text/html,<script>alert(1)</script>';
    expect(
      withAnnotations({ 'klutch.anynines.com/docs': docs }).docsUrl,
    ).toBeUndefined();
  });
});

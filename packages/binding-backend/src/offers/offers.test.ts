import {
  databasesCrd,
  databasesTemplate,
  secretsClaim,
} from '../testing/samples';
import { offerOf } from './offers';
import { audienceOf } from '../policy/audience';

const audience = audienceOf({});

const withAnnotations = (annotations: Record<string, string>) => {
  const crd = databasesCrd();
  return { ...crd, metadata: { ...crd.metadata, annotations } };
};

describe('offer', () => {
  it('has the title and description of the author', () => {
    const crd = withAnnotations({
      'klutch.anynines.com/title': 'Database',
      'klutch.anynines.com/description': 'Keeps rows',
    });
    expect(offerOf(databasesTemplate([secretsClaim]), crd, audience)).toEqual({
      api: { group: 'example.test', resource: 'databases' },
      title: 'Database',
      description: 'Keeps rows',
      claims: [secretsClaim],
      policy: {},
    });
  });

  it('has a title derived from its kind without one of the author', () => {
    const crd = databasesCrd();
    crd.spec.names.kind = 'PostgresqlInstance';
    expect(offerOf(databasesTemplate([]), crd, audience)).toMatchObject({
      title: 'Postgresql instance',
      description: '',
      claims: [],
    });
  });

  it('is undefined without its type, and for a type that app clusters cannot bind', () => {
    const crd = databasesCrd();
    const clusterScoped = { ...crd, spec: { ...crd.spec, scope: 'Cluster' } };
    const going = {
      ...crd,
      metadata: { ...crd.metadata, deletionTimestamp: '2026-01-01T00:00:00Z' },
    };
    const offers = [undefined, clusterScoped as typeof crd, going].map(type =>
      offerOf(databasesTemplate(), type, audience),
    );
    expect(offers).toEqual([undefined, undefined, undefined]);
  });
});

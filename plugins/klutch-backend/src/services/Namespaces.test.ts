import type { AppClusters } from '../clusters/AppClusters';
import type { AccessReviews, AccessTarget } from '../identity/AccessReviews';
import { Namespaces } from './Namespaces';

const person = {
  userRef: 'user:default/alice',
  groups: [],
  kubernetes: { user: 'klutch:alice', groups: [] },
};
const cluster = {
  title: 'Apps',
  boundApi: () => ({}),
  caches: {
    namespaces: {
      list: () =>
        ['unknown', 'refused', 'allowed', 'kube-system'].map(name => ({
          metadata: { name },
        })),
    },
  },
};

it('offers all namespaces but those where the app cluster refuses orders, which come last', async () => {
  const review = async (
    _subject: unknown,
    _verb: unknown,
    targets: AccessTarget[],
  ) => {
    const inNamespace = (wanted: string) =>
      targets.filter(({ namespace }) => namespace === wanted);
    return {
      allowed: inNamespace('allowed'),
      refused: inNamespace('refused'),
      complete: false,
    };
  };
  const namespaces = new Namespaces(
    { get: () => cluster } as unknown as AppClusters,
    { review } as unknown as AccessReviews,
  );
  expect(await namespaces.list(person, 'apps-dev', 'sqls.g.io')).toMatchObject([
    { name: 'allowed', writable: true },
    { name: 'unknown', writable: true },
    { name: 'refused', writable: false, reason: 'Forbidden' },
  ]);
});

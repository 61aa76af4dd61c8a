import { annotations } from '../markers';
import { thingBinding } from '../testing/objects';
import { leaseNameOf, isInShard } from './shard';

const bindingWith = (secret: string, name = 'things.example.com') => {
  const binding = thingBinding();
  binding.metadata.name = name;
  if (binding.spec) binding.spec.kubeconfigSecretRef.name = secret;
  return binding;
};
const shards = (of: number) =>
  Array.from({ length: of }, (_, index) => ({ index, of }));

describe('shards', () => {
  it('gives each binding to exactly one', () => {
    const counts = shards(4).map(
      shard =>
        Array.from({ length: 400 }, (_, index) =>
          bindingWith(`kubeconfig-${index}`),
        ).filter(binding => isInShard(shard, binding)).length,
    );
    expect(counts.reduce((total, count) => total + count)).toBe(400);
    expect(Math.min(...counts)).toBeGreaterThan(60);
  });

  it('keeps bindings with one kubeconfig together', () => {
    const [first] = shards(4).filter(shard =>
      isInShard(shard, bindingWith('kubeconfig-x', 'a.example.com')),
    );
    for (const name of ['b', 'c', 'd', 'e', 'f', 'g']) {
      expect(isInShard(first, bindingWith('kubeconfig-x', name))).toBe(true);
    }
  });

  it('keeps bindings to one cluster namespace together', () => {
    const pinned = (secret: string) => {
      const binding = bindingWith(secret);
      binding.metadata.annotations = {
        [annotations.providerNamespaceUid]: 'uid-of-n',
      };
      return binding;
    };
    const [first] = shards(4).filter(shard => isInShard(shard, pinned('a')));
    for (const secret of ['b', 'c', 'd', 'e', 'f', 'g']) {
      expect(isInShard(first, pinned(secret))).toBe(true);
    }
  });

  it('gives everything to a konnector without shards', () => {
    expect(isInShard(undefined, bindingWith('kubeconfig-x'))).toBe(true);
    expect(leaseNameOf('klutch-bind', undefined)).toBe('klutch-bind');
  });

  it('has a Lease for each', () => {
    expect(leaseNameOf('klutch-bind', { index: 0, of: 3 })).toBe(
      'klutch-bind-0-of-3',
    );
  });
});

import type { ClusterBinding } from '@klutch/bind-api';
import type { KubeClient, Secret } from '@klutch/kube';
import { readProviderSecret } from './providerSecret';

const binding = {
  spec: { kubeconfigSecretRef: { name: 'kubeconfig', key: 'kubeconfig' } },
} as ClusterBinding;

const read = (secret: Partial<Secret> | undefined) =>
  readProviderSecret(
    { get: async () => secret } as unknown as Pick<KubeClient, 'get'>,
    'cluster-a',
    binding,
    new AbortController().signal,
  );

it('is missing', async () => {
  expect(await read(undefined)).toEqual({
    reason: 'ProviderSecretNotFound',
    message: expect.stringContaining('does not exist'),
  });
});

it('has no token between a revocation and the next one', async () => {
  expect(await read({ data: {} })).toEqual({
    reason: 'ProviderSecretInvalid',
    message: expect.stringMatching(
      /^Secret cluster-a\/kubeconfig .* has no token: it was revoked, or is being replaced/,
    ),
  });
});

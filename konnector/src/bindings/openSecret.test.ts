/** Errors that count as caused by the secret of a binding. */
import type { Secret } from '@klutch/kube';
import {
  UnusableKubeconfig,
  type Connections,
} from '../controlPlane/connections';
import type { SingleObjectWatches } from '../singleObjectWatches';
import { thingBinding } from '../testing/objects';
import { openSecret } from './openSecret';

const kubeconfig = `apiVersion: v1
kind: Config
clusters: [{name: default, cluster: {server: 'https://127.0.0.1:6443'}}]
users: [{name: default, user: {token: x}}]
contexts: [{name: default, context: {cluster: default, user: default, namespace: cluster-x}}]
current-context: default
`;

/** @param failure - of the connection. */
const open = (failure: Error) =>
  openSecret(
    {
      secrets: {
        observe: () => ({
          known: true,
          object: {
            data: { kubeconfig: Buffer.from(kubeconfig).toString('base64') },
          },
        }),
      } as unknown as SingleObjectWatches<Secret>,
      connections: {
        use() {
          throw failure;
        },
      } as unknown as Connections,
    },
    'b',
    thingBinding(),
  );

it('an unusable kubeconfig is reported in SecretValid', () => {
  expect(open(new UnusableKubeconfig('no proxies'))).toMatchObject({
    ok: false,
    secretValid: { reason: 'KubeconfigSecretInvalid', message: 'no proxies' },
  });
});

it('R01: a programming error is rethrown, not reported in SecretValid', () => {
  expect(() => open(new TypeError('no spec'))).toThrow('no spec');
});

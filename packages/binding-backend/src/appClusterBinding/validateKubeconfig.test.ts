import { kubeConfigPolicies, type Secret } from '@klutch/kube';
import { uploadedKubeconfig } from '../testing/__testUtils__/appCluster';
import { appClusterBinding } from '../testing/appClusterSamples';
import { validateKubeconfig, validateSecretRef } from './validateKubeconfig';

const now = new Date('2026-01-01T00:00:00Z');
const secret = (content: string, key = 'kubeconfig'): Secret => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { namespace: 'platform', name: 'apps' },
  data: { [key]: Buffer.from(content).toString('base64') },
});
const validate = (found: Secret | undefined) =>
  validateKubeconfig(
    appClusterBinding(),
    found,
    kubeConfigPolicies.strict,
    now,
  );

describe('kubeconfig of an AppClusterBinding', () => {
  it('accepts a typical upload, without a namespace in its context', () => {
    const validation = validate(secret(uploadedKubeconfig('x')));
    expect(validation).toMatchObject({ ok: true });
    expect(validation.ok && validation.kubeconfig).toContain('token-x');
  });

  it.each([
    ['is missing', undefined, 'KubeconfigSecretNotFound', 'does not exist'],
    [
      'has another key',
      secret(uploadedKubeconfig('x'), 'config'),
      'KubeconfigSecretInvalid',
      'nothing under the key kubeconfig',
    ],
    [
      'is unreadable (C55)',
      secret('canary'),
      'KubeconfigSecretInvalid',
      'cannot be used',
    ],
    [
      'has no current context',
      secret(uploadedKubeconfig('x').replace(/current-context:.*/, '')),
      'KubeconfigSecretInvalid',
      'no current context',
    ],
    [
      'targets the control plane itself',
      secret(uploadedKubeconfig('x').replace('apps.example', '127.0.0.1')),
      'KubeconfigSecretInvalid',
      'cannot be used',
    ],
    [
      'runs a program',
      secret(
        uploadedKubeconfig('x').replace(
          'token: token-x',
          'exec: { apiVersion: client.authentication.k8s.io/v1, command: sh }',
        ),
      ),
      'KubeconfigSecretInvalid',
      'cannot be used',
    ],
  ])(
    'that %s is refused with a message',
    (_, found, reason, expectedMessage) => {
      const validation = validate(found);
      expect(validation).toMatchObject({ ok: false, reason });
      const message = validation.ok ? '' : validation.message;
      expect(message).toContain(expectedMessage);
      expect(message).not.toContain('canary');
    },
  );

  it('B12b: has to be in the namespace of the AppClusterBinding', () => {
    expect(validateSecretRef(appClusterBinding())).toBeUndefined();
    const elsewhere = {
      namespace: 'other',
      name: 'apps',
      key: 'kubeconfig' as const,
    };
    expect(
      validateSecretRef(appClusterBinding({ kubeconfigSecretRef: elsewhere })),
    ).toMatchObject({ ok: false, reason: 'KubeconfigSecretInvalid' });
  });
});

import type { ContainerOverrides } from '@klutch/bind-api';
import { binderServiceAccount } from '../roles/tenantRole';
import {
  appClusterBinding,
  appClusterNamespace,
} from '../testing/appClusterSamples';
import { planKonnector, type KonnectorPolicy } from './planKonnector';

const konnectorImage = 'registry.example/konnector:1';
const plan = (
  overrides: ContainerOverrides,
  policy: KonnectorPolicy = { konnectorImage },
) =>
  planKonnector(
    appClusterBinding({ konnector: { deploy: true, overrides } }),
    appClusterNamespace,
    policy,
  );
const textOf = (overrides: ContainerOverrides) => {
  const planned = plan(overrides);
  return planned.action === 'apply' ? JSON.stringify(planned.deployment) : '';
};

describe('konnector of an AppClusterBinding', () => {
  it('has the flags of the reference and the image of the operator', () => {
    const text = textOf({});
    expect(text).toContain(`"image":"${konnectorImage}"`);
    for (const flag of [
      '"--control-plane-mode"',
      '"--app-cluster-kubeconfig-secret-name=kubeconfig"',
      `"--app-cluster-kubeconfig-secret-namespace=${appClusterNamespace}"`,
      `"--binding-root-namespace=${appClusterNamespace}"`,
    ]) {
      expect(text).toContain(flag);
    }
  });

  it('mounts its token, which its service account does not mount automatically', () => {
    const { automountServiceAccountToken } =
      binderServiceAccount(appClusterNamespace);
    expect(automountServiceAccountToken).toBe(false);
    expect(textOf({})).toContain('"automountServiceAccountToken":true');
  });

  it('applies the overrides that the operator permits', () => {
    const text = textOf({
      imagePullPolicy: 'Always',
      resources: { limits: { memory: '1Gi' } },
    });
    expect(text).toContain('"imagePullPolicy":"Always"');
    expect(text).toContain('"limits":{"memory":"1Gi"}');
  });

  it.each<[string, ContainerOverrides]>([
    ['image', { image: 'evil' }],
    ['command', { command: ['sh'] }],
    ['args', { args: ['--kubeconfig=x'] }],
    ['env', { env: [{ name: 'NODE_OPTIONS', value: '--require=/x' }] }],
    ['envFrom', { envFrom: [{ secretRef: { name: 'x' } }] }],
    ['volumeMounts', { volumeMounts: [{ name: 'x', mountPath: '/' }] }],
    ['lifecycle', { lifecycle: { preStop: { exec: { command: ['sh'] } } } }],
    ['livenessProbe', { livenessProbe: { exec: { command: ['sh'] } } }],
    ['securityContext', { securityContext: { privileged: true } }],
    ['resources.claims', { resources: { claims: [{ name: 'gpu' }] } }],
  ])('B12b: refuses %s with a message', (field, overrides) => {
    expect(plan(overrides)).toEqual({
      action: 'refuse',
      message: expect.stringContaining(`change ${field} of the konnector`),
    });
  });

  it('treats empty values as unset, as on the wire', () => {
    expect(plan({ image: '', command: [], stdin: false }).action).toBe('apply');
  });

  it('refuses overrides that the operator removed from the list', () => {
    const policy = { konnectorImage, allowedOverrides: [] };
    expect(plan({ imagePullPolicy: 'Always' }, policy)).toMatchObject({
      message: expect.stringContaining('(allowed: nothing)'),
    });
  });

  it('is not deployed without an image of the operator or without a request', () => {
    expect(plan({}, {}).action).toBe('refuse');
    expect(
      planKonnector(appClusterBinding(), appClusterNamespace, {
        konnectorImage,
      }),
    ).toEqual({ action: 'remove' });
  });
});

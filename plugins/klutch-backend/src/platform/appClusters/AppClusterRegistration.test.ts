import { kubeConfigPolicies, type KubeClient } from '@klutch/kube';
import {
  AppClusterRegistration,
  type AppClusterRegistrationOptions,
} from './AppClusterRegistration';
import { isSameCluster } from './isSameCluster';
import { validateUploadedKubeconfig } from './validateUploadedKubeconfig';

jest.mock('./isSameCluster');
jest.mock('./validateUploadedKubeconfig');

it('looks for bindings to the present address of the control plane', async () => {
  const external = { server: 'https://former' };
  const registration = new AppClusterRegistration({
    appClusters: {
      require: () => ({ record: { title: 'Apps', clusterNamespace: 'c' } }),
    },
    binding: { tokensTrustedSince: async () => undefined },
    boundApis: {
      controlPlaneState: () => ({
        clusterBinding: {
          status: {
            lastHeartbeatTime: new Date().toISOString(),
            heartbeatInterval: '5m0s',
          },
        },
      }),
    },
    controlPlane: {
      client: { get: async () => ({ metadata: { uid: 'uid' } }) },
    },
    policy: kubeConfigPolicies.strict,
    external,
  } as unknown as AppClusterRegistrationOptions);
  jest.mocked(isSameCluster).mockResolvedValue(true);
  jest
    .mocked(validateUploadedKubeconfig)
    .mockImplementation(async ({ additionalCheck }) => {
      await additionalCheck?.({} as KubeClient);
      throw new Error('checked');
    });
  external.server = 'https://present';
  const person = {
    userRef: 'user:default/oscar',
    groups: [],
    kubernetes: { user: 'klutch:oscar', groups: [] },
  };
  await expect(
    registration.setKubeconfig(person, 'apps', { kubeconfig: '' }),
  ).rejects.toThrow('checked');
  expect(isSameCluster).toHaveBeenCalledWith(
    expect.anything(),
    expect.objectContaining({
      target: { server: 'https://present', namespace: 'c' },
    }),
  );
});

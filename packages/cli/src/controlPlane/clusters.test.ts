import { ApiError, type KubeClient } from '@klutch/kube';
import { runProgram } from '../__testUtils__/runProgram';
import { addControlPlaneCommands } from './addControlPlaneCommands';
import * as controlPlaneWork from './controlPlaneWork';

it('names the flag that selects a control plane, on an app cluster', async () => {
  const appCluster = {
    list: async () => {
      throw new ApiError({ code: 404, reason: 'NotFound', message: 'no' });
    },
    close: async () => {},
  } as unknown as KubeClient;
  const { error } = await runProgram(
    ['clusters'],
    (program, context) =>
      addControlPlaneCommands(program, context, async () => controlPlaneWork),
    async () => ({ client: appCluster, namespace: 'default' }),
  );
  expect(error?.message).toBe(
    'This cluster is no control plane, because it does not serve ClusterBindings. Select the control plane with --context.',
  );
});

/** A control plane cluster that serves no Deployments. */
import { startCluster, type LocalCluster } from '@klutch/local-clusters';
import { clientOf } from '../testing/__testUtils__/controlPlane';
import { appClusterBinding } from '../testing/appClusterSamples';
import { applyKonnector } from './applyKonnector';

jest.setTimeout(60_000);

let cluster: LocalCluster;

beforeAll(async () => {
  cluster = await startCluster({
    name: 'no-deployments',
    extraArgs: { apiServer: ['--runtime-config=apps/v1=false'] },
  });
});
afterAll(() => cluster?.stop());

it('B12c: reports a control plane without apps/v1, only where a konnector is requested', async () => {
  const client = clientOf(cluster.kubeconfig);
  const context = {
    client,
    options: { konnectorImage: 'registry.example/konnector:1' },
  };
  const deploy = appClusterBinding({ konnector: { deploy: true } });
  expect(
    await applyKonnector(context, deploy, 'default', new Map()),
  ).toMatchObject({
    status: 'False',
    reason: 'KonnectorDeploymentFailed',
    message: expect.stringContaining('serves no Deployments'),
  });
  expect(
    await applyKonnector(context, appClusterBinding(), 'default', new Map()),
  ).toBeUndefined();
  await client.close();
});

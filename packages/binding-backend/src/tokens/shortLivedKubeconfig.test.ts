import { ApiError } from '@klutch/kube';
import { backendActor } from '../audit/Audit';
import { FakeTokenCluster } from '../testing/__testUtils__/FakeTokenCluster';
import { ensureToken } from './ensureToken';
import { shortLivedKubeconfig } from './shortLivedKubeconfig';

it('is audited with its tenant when it is issued and when the API server refuses', async () => {
  const on = new FakeTokenCluster();
  await ensureToken(on.context(), on.tenant);
  on.events.length = 0;
  await shortLivedKubeconfig(on.context(), on.tenant);
  const reason = 'service accounts are disabled';
  jest
    .spyOn(on.client, 'createToken')
    .mockRejectedValueOnce(
      new ApiError({ code: 403, reason: 'Forbidden', message: reason }),
    );
  const refused = shortLivedKubeconfig(on.context(), on.tenant);
  await expect(refused).rejects.toThrow(reason);
  const about = {
    action: 'issue-token',
    actor: backendActor,
    namespace: on.tenant.namespace,
    tenant: on.tenant.identity,
  };
  expect(on.events).toEqual([
    { ...about, outcome: 'succeeded' },
    { ...about, outcome: 'refused', reason },
  ]);
});

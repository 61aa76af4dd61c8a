import { ApiError, type KubeClient } from '@klutch/kube';
import type { Claim, ClaimApi } from './ClaimApi';
import { watchApi } from './runGetInstances';

const claim = (name: string, resourceVersion: string) =>
  ({
    apiVersion: 'anynines.com/v1',
    kind: 'PostgresqlInstance',
    metadata: { name, uid: name, resourceVersion },
  }) as Claim;

it('lists again when the server has forgotten the state, and shows what has changed meanwhile', async () => {
  const interruption = new AbortController();
  const watched: (string | undefined)[] = [];
  const client = {
    list: async () => ({
      items: [claim('same', '1'), claim('changed', '5'), claim('new', '6')],
      resourceVersion: '7',
    }),
    async *watch(_: unknown, options: { resourceVersion?: string }) {
      watched.push(options.resourceVersion);
      if (watched.length > 1) {
        interruption.abort();
        return;
      }
      yield { type: 'MODIFIED', object: claim('changed', '3') };
      throw new ApiError({ code: 410, reason: 'Expired', message: 'gone' });
    },
  } as unknown as KubeClient;
  const shown: string[] = [];
  await watchApi(
    client,
    {
      api: { group: 'anynines.com', version: 'v1', plural: 'x' } as ClaimApi,
      claims: [claim('same', '1'), claim('changed', '2')],
      resourceVersion: '2',
    },
    undefined,
    interruption.signal,
    ({ claim: { metadata } }) =>
      shown.push(`${metadata.name} ${metadata.resourceVersion}`),
  );
  expect(shown).toEqual(['changed 3', 'changed 5', 'new 6']);
  expect(watched).toEqual(['2', '7']);
});

import {
  ApiError,
  core,
  errorMessage,
  isNotFound,
  type KubeClient,
} from '@klutch/kube';
import { withNamedResources } from './namedResources';

const listFails = async (reason: string): Promise<unknown> => {
  const list = async () => {
    throw new ApiError({ code: 404, reason, message: 'It is missing.' });
  };
  const client = { server: 'https://apps.test', list } as unknown as KubeClient;
  return withNamedResources(client)
    .list(core.leases)
    .catch((error: unknown) => error);
};

it('names the resource that the API server does not know', async () => {
  const error = await listFails('Unknown');
  expect(isNotFound(error)).toBe(true);
  expect(errorMessage(error)).toMatch(
    /apps\.test does not know leases\.coordination\.k8s\.io\. Check --context/,
  );
});

it('leaves other errors alone', async () => {
  expect(errorMessage(await listFails('NotFound'))).toBe('It is missing.');
});

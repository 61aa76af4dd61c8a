import { annotations, bindResources } from '@klutch/bind-api';
import {
  ApiError,
  core,
  createLogger,
  type KubeClient,
  type KubeObject,
} from '@klutch/kube';
import {
  appClusterBinding,
  appClusterNamespace,
  databasesBinding,
} from '../testing/appClusterSamples';
import {
  appClusterIdentity,
  idOf,
} from '../identity/appClusterBindingIdentity';
import { removeAppCluster } from './remove';

const abandonAnnotation = {
  annotations: { [annotations.abandonAppCluster]: 'true' },
};
const owner = appClusterBinding({}, abandonAnnotation);

/** A cluster namespace with one binding, whose writes check the resourceVersion. */
const withBinding = () => {
  let binding: KubeObject = databasesBinding({
    uid: 'uid-2',
    resourceVersion: '1',
    finalizers: ['konnector'],
  });
  const write = (metadata: KubeObject['metadata']) => {
    const { resourceVersion } = binding.metadata;
    if ((metadata.resourceVersion ?? resourceVersion) !== resourceVersion) {
      throw new ApiError({ code: 409, reason: 'Conflict', message: 'changed' });
    }
    const next = `${Number(resourceVersion) + 1}`;
    binding = {
      ...binding,
      metadata: { ...binding.metadata, ...metadata, resourceVersion: next },
    };
    return binding;
  };
  const client = {
    get: async ({ plural }: { plural: string }) =>
      plural === core.namespaces.plural
        ? {
            metadata: {
              name: appClusterNamespace,
              annotations: {
                [annotations.identity]: appClusterIdentity(idOf(owner)),
              },
            },
          }
        : undefined,
    list: async ({ plural }: { plural: string }) => ({
      items: plural === bindResources.bindings.plural ? [binding] : [],
      resourceVersion: '1',
    }),
    mergePatch: async (
      _resource: object,
      _key: object,
      { metadata }: KubeObject,
    ) => write(metadata),
    delete: async () => {
      write({ deletionTimestamp: '2026-01-01T00:00:00Z' });
      return 'deleted' as const;
    },
  };
  return {
    client: client as Partial<KubeClient> as KubeClient,
    now: () => binding.metadata,
  };
};

it('copies the annotation abandon-app-cluster to the bindings and deletes the bindings at once', async () => {
  const { client, now } = withBinding();
  const logger = createLogger('test', { level: 'silent' });
  const context = { client, logger, now: () => new Date() };
  expect(await removeAppCluster(context, owner)).toMatchObject({
    reason: 'BindingsRemain',
  });
  expect(now()).toMatchObject({
    ...abandonAnnotation,
    deletionTimestamp: expect.anything(),
  });
});

import { mockServices } from '@backstage/backend-test-utils';
import { kubeLogger } from './kubeLogger';

const start = () => {
  const service = mockServices.logger.mock();
  service.child.mockReturnValue(service);
  return { service, logger: kubeLogger(service) };
};

it('logs a repeated warning once per cluster', () => {
  const { service, logger } = start();
  const [apps, other] = ['apps', 'other'].map(cluster =>
    logger.child({ cluster }),
  );
  for (const each of [apps, apps, other]) {
    each?.warn({ reason: 'unreachable' }, 'cannot follow');
  }
  apps?.warn({ reason: 'timeout' }, 'cannot follow');
  expect(service.warn).toHaveBeenCalledTimes(3);
  expect(service.debug).toHaveBeenCalledTimes(1);
});

it('says once for each cluster what to do about missing rights', () => {
  const { service, logger } = start();
  const controlPlane = logger.child({ cluster: 'control plane' });
  const apps = logger.child({ appCluster: 'apps' });
  for (const each of [controlPlane, logger, apps]) {
    for (const resource of ['secrets', 'namespaces']) {
      each
        .child({ cache: resource })
        .warn({ reason: 'Forbidden', cause: resource }, 'list failed');
    }
  }
  expect(service.warn.mock.calls.map(([message]) => message)).toEqual([
    expect.stringMatching(
      /^list failed\. .* on the control plane: .* "klutch-binding-backend roles --portal" prints/,
    ),
    expect.stringMatching(
      /^list failed\. .* on the app cluster apps: .* "klutch-binding-backend roles --portal-app-cluster" prints/,
    ),
  ]);
  expect(service.debug).toHaveBeenCalledTimes(4);
});

it('writes plain values only, because an object could hold a credential', () => {
  const { service, logger } = start();
  logger.info(
    { name: 'x', secret: { token: 'canary' }, err: new Error('why') },
    'done',
  );
  expect(service.info).toHaveBeenCalledWith('done', {
    name: 'x',
    err: 'Error: why',
  });
});

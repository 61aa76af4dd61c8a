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
  apps?.warn({ reason: 'Forbidden' }, 'cannot follow');
  expect(service.warn).toHaveBeenCalledTimes(3);
  expect(service.debug).toHaveBeenCalledTimes(1);
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

import { mockServices, startTestBackend } from '@backstage/backend-test-utils';
import { catalogProcessingExtensionPoint } from '@backstage/plugin-catalog-node';
import { catalogModuleKlutch } from './module';

it('adds the entity provider to the catalog', async () => {
  const addEntityProvider = jest.fn();
  await startTestBackend({
    extensionPoints: [
      [
        catalogProcessingExtensionPoint,
        {
          addEntityProvider,
          addProcessor: jest.fn(),
          addPlaceholderResolver: jest.fn(),
          setOnProcessingErrorHandler: jest.fn(),
        },
      ],
    ],
    features: [
      catalogModuleKlutch,
      mockServices.rootConfig.factory({
        data: { app: { baseUrl: 'http://portal.test' } },
      }),
    ],
  });
  expect(addEntityProvider.mock.calls[0][0].getProviderName()).toBe('klutch');
});

import { mockServices, startTestBackend } from '@backstage/backend-test-utils';
import { createBackendPlugin } from '@backstage/backend-plugin-api';
import { catalogServiceMock } from '@backstage/plugin-catalog-node/testUtils';
import {
  scaffolderActionsExtensionPoint,
  type TemplateAction,
} from '@backstage/plugin-scaffolder-node';
import { parse } from 'yaml';
import { scaffolderModuleKlutch } from './module';

/** The actions that the module gives to the scaffolder. */
async function actionsOfModule(): Promise<TemplateAction[]> {
  const actions: TemplateAction[] = [];
  const scaffolder = createBackendPlugin({
    pluginId: 'scaffolder',
    register(registration) {
      registration.registerExtensionPoint(scaffolderActionsExtensionPoint, {
        addActions: (...added) => actions.push(...(added as TemplateAction[])),
      });
      registration.registerInit({ deps: {}, init: async () => undefined });
    },
  });
  const backend = await startTestBackend({
    features: [
      scaffolder,
      scaffolderModuleKlutch,
      catalogServiceMock.factory(),
      mockServices.auth.factory(),
      mockServices.discovery.factory(),
    ],
  });
  await backend.stop();
  return actions;
}

it('adds all actions, each with dry run, and examples that its inputs accept', async () => {
  const actions = await actionsOfModule();
  expect(actions.map(({ id }) => id)).toEqual([
    'klutch:claim:apply',
    'klutch:backup:create',
    'klutch:binding:create',
    'klutch:instance:create',
    'klutch:restore:create',
    'klutch:instance:delete',
    'klutch:instance:update',
    'klutch:wait',
  ]);
  for (const { id, supportsDryRun, examples = [], schema } of actions) {
    expect(supportsDryRun).toBe(true);
    const { properties = {}, required = [] } = (schema?.input ?? {}) as {
      properties?: Record<string, { description?: string }>;
      required?: string[];
    };
    expect(
      Object.values(properties).every(({ description }) => description),
    ).toBe(true);
    const { steps } = parse(examples[0]?.example ?? '') as {
      steps: { action: string; input: object }[];
    };
    const inputs = Object.keys(
      steps.find(({ action }) => action === id)?.input ?? {},
    );
    expect(inputs).toEqual(expect.arrayContaining(required));
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(inputs));
  }
});

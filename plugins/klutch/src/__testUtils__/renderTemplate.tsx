/** Renders the form of a software template with one field of the plugin, in the scaffolder's own page. */
import {
  ApiBlueprint,
  createFrontendModule,
} from '@backstage/frontend-plugin-api';
import scaffolderPlugin from '@backstage/plugin-scaffolder/alpha';
import {
  scaffolderApiRef,
  type ScaffolderApi,
  type TemplateParameterSchema,
} from '@backstage/plugin-scaffolder-react';
import type { JsonObject } from '@backstage/types';
// Loaded lazily; importing the fields here keeps the loading time out of the tests' timeouts.
import '../scaffolder/KlutchInstance';
import '../scaffolder/KlutchOwner';
import '../scaffolder/KlutchPlan';
import '../scaffolder/KlutchTarget';
import '../shared/withProviders';
import type { FakePortal } from './FakePortal';
import { renderPortal } from './renderPortal';

/** The plugin's fields, which `renderPortal` leaves out. */
const { formFields } = jest.requireActual<
  typeof import('../scaffolder/formFields')
>('../scaffolder/formFields');

/** Renders the template; returns the values of the orders that were sent. */
export function renderTemplate(
  portal: FakePortal,
  /** JSON schema of the parameter `chosen`. */
  field: JsonObject,
  options: Parameters<typeof renderPortal>[2] & { optional?: boolean } = {},
): JsonObject[] {
  const sent: JsonObject[] = [];
  const manifest: TemplateParameterSchema = {
    title: 'Order',
    steps: [
      {
        title: 'Fill in',
        schema: {
          type: 'object',
          required: options.optional ? [] : ['chosen'],
          properties: { chosen: field },
        },
      },
    ],
  };
  const scaffolderApi: Partial<ScaffolderApi> = {
    getTemplateParameterSchema: async () => manifest,
    scaffold: ({ values }) => {
      sent.push(values as JsonObject);
      // The page of the task is not opened.
      return new Promise(() => {});
    },
  };
  const scaffolderModule = createFrontendModule({
    pluginId: 'scaffolder',
    extensions: [
      ApiBlueprint.make({
        params: defineParams =>
          defineParams({
            api: scaffolderApiRef,
            deps: {},
            factory: () => scaffolderApi as ScaffolderApi,
          }),
      }),
    ],
  });
  const fields = createFrontendModule({
    pluginId: 'klutch',
    extensions: formFields,
  });
  renderPortal(portal, '/create/templates/default/order', {
    ...options,
    features: [scaffolderPlugin, scaffolderModule, fields],
  });
  return sent;
}

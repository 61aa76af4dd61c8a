/** All texts of the plugin, in English. */
import { createTranslationRef } from '@backstage/core-plugin-api/alpha';
import { servicesMessages } from './messages/services';
import { createMessages } from './messages/create';
import { instanceMessages } from './messages/instance';
import { instancesMessages } from './messages/instances';
import { platformMessages } from './messages/platform';
import { settingsMessages } from './messages/settings';
import { sharedMessages } from './messages/shared';

/** The plugin's texts, for apps that translate the plugin. @public */
export const klutchTranslationRef = createTranslationRef({
  id: 'plugin.klutch',
  messages: {
    shared: sharedMessages,
    services: servicesMessages,
    create: createMessages,
    settings: settingsMessages,
    instances: instancesMessages,
    instance: instanceMessages,
    platform: platformMessages,
  },
});

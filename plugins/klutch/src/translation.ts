/** All words of the plugin, in English; apps may translate them. */
import { createTranslationRef } from '@backstage/core-plugin-api/alpha';
import { servicesMessages } from './messages/services';
import { createMessages } from './messages/create';
import { instanceMessages } from './messages/instance';
import { instancesMessages } from './messages/instances';
import { platformMessages } from './messages/platform';
import { sharedMessages } from './messages/shared';

/** The plugin's words, for apps that translate them. @public */
export const klutchTranslationRef = createTranslationRef({
  id: 'plugin.klutch',
  messages: {
    shared: sharedMessages,
    services: servicesMessages,
    create: createMessages,
    instances: instancesMessages,
    instance: instanceMessages,
    platform: platformMessages,
  },
});

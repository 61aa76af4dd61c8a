/** All texts of the plugin, in English; the type of every translation. */
import { reasonMessages } from '@klutch/backstage-plugin-klutch-common';
import { createMessages } from './create';
import { homeMessages } from './home';
import { instanceMessages } from './instance';
import { instancesMessages } from './instances';
import { platformMessages } from './platform';
import { scaffolderMessages } from './scaffolder';
import { servicesMessages } from './services';
import { settingsMessages } from './settings';
import { sharedMessages } from './shared';

export const messages = {
  shared: sharedMessages,
  services: servicesMessages,
  create: createMessages,
  settings: settingsMessages,
  home: homeMessages,
  instances: instancesMessages,
  instance: instanceMessages,
  platform: platformMessages,
  scaffolder: scaffolderMessages,
  reasons: reasonMessages,
} as const;

/** All texts of the plugin, in English; the type of every translation. */
import { reasonMessages } from '@klutch/backstage-plugin-klutch-common';
import { appClustersMessages } from './appClusters';
import { createMessages } from './create';
import { homeMessages } from './home';
import { instanceMessages } from './instance';
import { instancesMessages } from './instances';
import { platformMessages } from './platform';
import { scaffolderMessages } from './scaffolder';
import { servicesMessages } from './services';
import { settingsMessages } from './settings';
import { sharedMessages } from './shared';
import { templatesMessages } from './templates';
import { traceMessages } from './trace';

export const messages = {
  shared: sharedMessages,
  services: servicesMessages,
  appClusters: appClustersMessages,
  create: createMessages,
  settings: settingsMessages,
  home: homeMessages,
  instances: instancesMessages,
  instance: instanceMessages,
  platform: platformMessages,
  templates: templatesMessages,
  trace: traceMessages,
  scaffolder: scaffolderMessages,
  reasons: reasonMessages,
} as const;

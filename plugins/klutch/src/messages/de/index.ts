/** All texts of the plugin, in German. */
import { createTranslationMessages } from '@backstage/core-plugin-api/alpha';
import { klutchTranslationRef } from '../translationRef';
import type { messages } from '..';
import { flattenMessages, type Translated } from '../translate';
import { appClustersMessages } from './appClusters';
import { createMessages } from './create';
import { homeMessages } from './home';
import { instanceMessages } from './instance';
import { instancesMessages } from './instances';
import { platformMessages } from './platform';
import { reasonMessages } from './reasons';
import { scaffolderMessages } from './scaffolder';
import { servicesMessages } from './services';
import { settingsMessages } from './settings';
import { sharedMessages } from './shared';
import { templatesMessages } from './templates';
import { traceMessages } from './trace';

const germanMessages: Translated<typeof messages> = {
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
};

// A default export, because Backstage loads the texts of a language as one.
export default createTranslationMessages({
  ref: klutchTranslationRef,
  full: true,
  messages: flattenMessages(germanMessages),
});

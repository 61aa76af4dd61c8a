/** Translations of the plugins. The languages to choose from are in app-config.yaml, at `api:app/app-language`. */
import { createFrontendModule } from '@backstage/frontend-plugin-api';
import { TranslationBlueprint } from '@backstage/plugin-app-react';
import { klutchTranslations } from '@klutch/backstage-plugin-klutch';

export const translationsModule = createFrontendModule({
  pluginId: 'app',
  extensions: [
    TranslationBlueprint.make({
      name: 'klutch',
      params: { resource: klutchTranslations },
    }),
  ],
});

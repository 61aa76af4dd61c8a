/** The plugin's texts, in English. */
import { createTranslationRef } from '@backstage/core-plugin-api/alpha';
import { messages } from '.';

/** The plugin's texts, for apps that translate the plugin. @public */
export const klutchTranslationRef = createTranslationRef({
  id: 'plugin.klutch',
  messages,
});

/** The plugin's texts in English, and their translations. */
import {
  createTranslationRef,
  createTranslationResource,
} from '@backstage/core-plugin-api/alpha';
import { messages } from './messages';

/** The plugin's texts, for apps that translate the plugin. @public */
export const klutchTranslationRef = createTranslationRef({
  id: 'plugin.klutch',
  messages,
});

/** The translations that the plugin contains; an app registers them and lists their languages. @public */
export const klutchTranslations = createTranslationResource({
  ref: klutchTranslationRef,
  translations: { de: () => import('./messages/de') },
});

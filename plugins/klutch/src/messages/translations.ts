/** The translations of the plugin's texts. */
import { createTranslationResource } from '@backstage/core-plugin-api/alpha';
import { klutchTranslationRef } from './translationRef';

/** The translations that the plugin contains; an app registers them and lists their languages. @public */
export const klutchTranslations = createTranslationResource({
  ref: klutchTranslationRef,
  translations: { de: () => import('./de') },
});

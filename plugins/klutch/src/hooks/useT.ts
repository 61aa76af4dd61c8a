/** The plugin's texts in the app's language. */
import {
  useTranslationRef,
  type TranslationFunction,
} from '@backstage/core-plugin-api/alpha';
import { klutchTranslationRef } from '../messages/translationRef';

/** The translation function, as a parameter of functions outside of React components. */
export type T = TranslationFunction<typeof klutchTranslationRef.T>;

export function useT(): T {
  return useTranslationRef(klutchTranslationRef).t;
}

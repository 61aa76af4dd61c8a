/** The plugin's words in the language of the app. */
import {
  useTranslationRef,
  type TranslationFunction,
} from '@backstage/core-plugin-api/alpha';
import { klutchTranslationRef } from '../translation';

/** The function that turns message keys into words, also for pure functions that make sentences. */
export type T = TranslationFunction<typeof klutchTranslationRef.T>;

export function useT(): T {
  return useTranslationRef(klutchTranslationRef).t;
}

/** What follows from the name of a service. Pure functions. */

const words = (name: string) => name.split('-');
const capitalized = (word: string) =>
  word.charAt(0).toLocaleUpperCase('en-US') + word.slice(1);

/** `feature-flags` → `Feature flags` */
export const titleOfName = (name: string): string =>
  capitalized(words(name).join(' '));

/** `feature-flags` → `FeatureFlags` */
export const kindOfName = (name: string): string =>
  words(name).map(capitalized).join('');

/** `object-store` → `objectstores` */
export const pluralOfName = (name: string): string => {
  const joined = words(name).join('');
  return joined.endsWith('s') ? joined : `${joined}s`;
};

/** Permission claims in sentences for people who decide about them, wherever they do: consent page, portal, REST; pure. */
import type { KeyPattern, PermissionClaim } from '@klutch/bind-api';
import { stringify } from 'yaml';
import { listed, placeOf, subjectOf } from './claimSubject';

type Owner = 'Provider' | 'Consumer' | 'both';

const verbs: Record<Owner, (what: string, where: string) => string> = {
  Provider: (what, where) => `place ${what} into ${where}`,
  Consumer: (what, where) => `read ${what} in ${where}`,
  both: (what, where) => `read ${what} in ${where} and place its own there`,
};

const ownerOf = ({ selector }: PermissionClaim): Owner =>
  selector?.owner ?? 'both';

/** What is said of a list, unless it is empty. */
const ofList = (
  list: readonly string[] | undefined,
  words: (items: string) => string,
): string[] => (list && list.length > 0 ? [words(listed(list))] : []);

const ofPatterns = (
  list: readonly KeyPattern[] | undefined,
  words: (items: string) => string,
): string[] =>
  ofList(
    list?.map(({ pattern = '' }) => pattern),
    words,
  );

const ofChoice = (is: boolean | undefined, words: string): string[] =>
  is ? [words] : [];

/** What else the claim lets happen, each as a clause after "also"; hardest first. */
const further = (claim: PermissionClaim): string[] => {
  const { autoAdopt, autoDonate, create, onConflict, read, update } = claim;
  return [
    ...ofChoice(
      autoAdopt,
      'take over those that the app cluster creates, with all that is in them, as its own',
    ),
    ...ofChoice(
      create?.replaceExisting,
      "overwrite the app cluster's own objects of the same name",
    ),
    ...ofList(
      update?.fields,
      paths => `change ${paths} in the app cluster's own objects`,
    ),
    ...ofChoice(
      update?.alwaysRecreate,
      'delete objects and create them anew instead of changing them',
    ),
    ...ofChoice(
      onConflict?.recreateWhenConsumerSideDeleted === false,
      'delete its own object where the app cluster deletes the copy',
    ),
    ...ofChoice(
      autoDonate,
      'leave the objects that it creates to the app cluster as its own',
    ),
    ...ofPatterns(
      update?.labelsOnConsumerOwnedObjects,
      keys => `set the labels ${keys} on the app cluster's own objects`,
    ),
    ...ofPatterns(
      update?.annotationsOnConsumerOwnedObjects,
      keys => `set the annotations ${keys} on the app cluster's own objects`,
    ),
    ...ofPatterns(
      update?.labels,
      keys => `set the labels ${keys} on the objects that it places`,
    ),
    ...ofPatterns(
      update?.annotations,
      keys => `set the annotations ${keys} on the objects that it places`,
    ),
    ...ofPatterns(
      read?.labels,
      keys => `read the labels ${keys} of the app cluster's own objects`,
    ),
    ...ofPatterns(
      read?.annotations,
      keys => `read the annotations ${keys} of the app cluster's own objects`,
    ),
    ...ofPatterns(
      read?.labelsOnProviderOwnedObjects,
      keys => `read the labels ${keys} of the objects that it places`,
    ),
    ...ofPatterns(
      read?.overrideAnnotations,
      keys =>
        `read the annotations ${keys} of the objects that it places, and keep the app cluster's`,
    ),
    ...ofList(
      update?.preserving,
      paths => `leave ${paths} of what it places to the app cluster`,
    ),
  ];
};

const sentence = (main: string, also: readonly string[]): string =>
  also.length > 0 ? `May ${main}, and also: ${also.join('; ')}` : `May ${main}`;

/** "May place Secrets into the app cluster's namespaces", with all that the claim lets happen beyond that. */
export const claimInWords = (claim: PermissionClaim): string =>
  sentence(
    verbs[ownerOf(claim)](subjectOf(claim), placeOf(claim)),
    further(claim),
  );

/** Claims that say the same of their objects share a sentence: "May place Secrets and ConfigMaps into …". */
export function claimsInWords(claims: readonly PermissionClaim[] = []): string {
  const said = new Map<string, { claim: PermissionClaim; what: string[] }>();
  for (const claim of claims) {
    const key = JSON.stringify([
      ownerOf(claim),
      placeOf(claim),
      further(claim),
    ]);
    const same = said.get(key) ?? { claim, what: [] };
    same.what.push(subjectOf(claim));
    said.set(key, same);
  }
  const sentences = [...said.values()].map(({ claim, what }) =>
    sentence(
      verbs[ownerOf(claim)](listed(what), placeOf(claim)),
      further(claim),
    ),
  );
  return sentences.join('. ') || 'Nothing but its own objects';
}

/** All that a claim says, for those who want to know it to the word; equal for equal claims. */
export const wholeClaim = (claim: PermissionClaim): string =>
  stringify(claim, { sortMapEntries: true });

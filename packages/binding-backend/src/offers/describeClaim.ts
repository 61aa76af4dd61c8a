/** Permission claims as sentences for users who decide about them: consent page, portal, REST; pure. */
import type { KeyPattern, PermissionClaim } from '@klutch/bind-api';
import { stringify } from 'yaml';
import {
  formatList,
  describeNamespaces,
  describeObjects,
} from './describeClaimObjects';

type Owner = 'Provider' | 'Consumer' | 'both';

const verbs: Record<Owner, (what: string, where: string) => string> = {
  Provider: (what, where) => `place ${what} into ${where}`,
  Consumer: (what, where) => `read ${what} in ${where}`,
  both: (what, where) => `read ${what} in ${where} and place its own there`,
};

const ownerOf = ({ selector }: PermissionClaim): Owner =>
  selector?.owner ?? 'both';

/** The phrase for a list, unless it is empty. */
const phraseForList = (
  list: readonly string[] | undefined,
  words: (items: string) => string,
): string[] => (list && list.length > 0 ? [words(formatList(list))] : []);

const phraseForPatterns = (
  list: readonly KeyPattern[] | undefined,
  words: (items: string) => string,
): string[] =>
  phraseForList(
    list?.map(({ pattern = '' }) => pattern),
    words,
  );

const phraseForFlag = (is: boolean | undefined, words: string): string[] =>
  is ? [words] : [];

/** Further permissions of the claim, each as a clause after "also"; most severe first. */
const extraPermissions = (claim: PermissionClaim): string[] => {
  const { autoAdopt, autoDonate, create, onConflict, read, update } = claim;
  return [
    ...phraseForFlag(
      autoAdopt,
      'take over those that the app cluster creates, with all that is in them, as its own',
    ),
    ...phraseForFlag(
      create?.replaceExisting,
      "overwrite the app cluster's own objects of the same name",
    ),
    ...phraseForList(
      update?.fields,
      paths => `change ${paths} in the app cluster's own objects`,
    ),
    ...phraseForFlag(
      update?.alwaysRecreate,
      'delete and recreate objects instead of changing them',
    ),
    ...phraseForFlag(
      onConflict?.recreateWhenConsumerSideDeleted === false,
      'delete its own object where the app cluster deletes the copy',
    ),
    ...phraseForFlag(
      autoDonate,
      'leave the objects that it creates to the app cluster as its own',
    ),
    ...phraseForPatterns(
      update?.labelsOnConsumerOwnedObjects,
      keys => `set the labels ${keys} on the app cluster's own objects`,
    ),
    ...phraseForPatterns(
      update?.annotationsOnConsumerOwnedObjects,
      keys => `set the annotations ${keys} on the app cluster's own objects`,
    ),
    ...phraseForPatterns(
      update?.labels,
      keys => `set the labels ${keys} on the objects that it places`,
    ),
    ...phraseForPatterns(
      update?.annotations,
      keys => `set the annotations ${keys} on the objects that it places`,
    ),
    ...phraseForPatterns(
      read?.labels,
      keys => `read the labels ${keys} of the app cluster's own objects`,
    ),
    ...phraseForPatterns(
      read?.annotations,
      keys => `read the annotations ${keys} of the app cluster's own objects`,
    ),
    ...phraseForPatterns(
      read?.labelsOnProviderOwnedObjects,
      keys => `read the labels ${keys} of the objects that it places`,
    ),
    ...phraseForPatterns(
      read?.overrideAnnotations,
      keys =>
        `read the annotations ${keys} of the objects that it places, and keep the app cluster's`,
    ),
    ...phraseForList(
      update?.preserving,
      paths => `leave ${paths} of what it places to the app cluster`,
    ),
  ];
};

const sentence = (main: string, also: readonly string[]): string =>
  also.length > 0 ? `May ${main}, and also: ${also.join('; ')}` : `May ${main}`;

/** For example "May place Secrets into the app cluster's namespaces", with all further permissions of the claim. */
export const describeClaim = (claim: PermissionClaim): string =>
  sentence(
    verbs[ownerOf(claim)](describeObjects(claim), describeNamespaces(claim)),
    extraPermissions(claim),
  );

/** The complete claim, for users who want every detail; equal for equal claims. */
export const claimToYaml = (claim: PermissionClaim): string =>
  stringify(claim, { sortMapEntries: true });

/** A permission claim in plain words. */
import type { T } from '../../hooks/useT';
import { isSelective, type EditedClaim } from './claimFields';

/** Kinds of the core group; the plural has an s. */
const kinds: Record<string, string> = {
  secrets: 'Secret',
  configmaps: 'ConfigMap',
  services: 'Service',
};

/** Objects by type and name; placed objects are not "every" object. */
function namedText({ group, resource, selector = {} }: EditedClaim, t: T) {
  const { names, owner } = selector;
  // Only types of the core group have names of their own.
  const known = group ? undefined : kinds[resource];
  const type = group ? `${resource}.${group}` : resource;
  const plural = known ? `${known}s` : type;
  if (isSelective(names)) {
    return t('templates.sentence.named', {
      kind: plural,
      names: names.join(', '),
    });
  }
  return owner === 'Provider'
    ? plural
    : t('templates.sentence.every', { kind: known ?? type });
}

function objectsText(claim: EditedClaim, t: T) {
  const { fieldSelectors = [], labelSelectors = [] } = claim.selector ?? {};
  const what = namedText(claim, t);
  const selectors = [
    ...labelSelectors.map(labels =>
      Object.entries(labels)
        .map(([key, value]) => `${key}=${value}`)
        .join(' + '),
    ),
    ...fieldSelectors,
  ];
  return selectors.length > 0
    ? t('templates.sentence.selected', {
        what,
        selectors: selectors.join(', '),
      })
    : what;
}

function placeText({ selector }: EditedClaim, t: T) {
  const { namespaces } = selector ?? {};
  if (!isSelective(namespaces)) return t('templates.sentence.everywhere');
  return namespaces.length > 0
    ? t('templates.sentence.namespaces', { names: namespaces.join(', ') })
    : t('templates.sentence.clusterScoped');
}

/** For example "May read every Secret in the namespaces of app clusters that use the API." */
export const claimSentence = (claim: EditedClaim, t: T): string =>
  t(`templates.sentence.${claim.selector?.owner ?? 'both'}`, {
    what: objectsText(claim, t),
    where: placeText(claim, t),
  });

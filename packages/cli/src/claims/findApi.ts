/** Finds an API by a name that kubectl accepts, and splits `TYPE/NAME`. Pure functions. */
import { resourceName } from '@klutch/kube';
import { serviceTypeOf, type ClaimApi } from './ClaimApi';

/** Every name of an API, in lower case; the first one is shown in lists. */
export const namesOf = (api: ClaimApi): string[] =>
  [
    api.plural,
    api.singular,
    api.kind,
    resourceName(api),
    ...api.shortNames,
    ...(api.type === 'instance' ? [serviceTypeOf(api)] : []),
  ].map(name => name.toLowerCase());

/**
 * The API with this plural, singular, kind, short name, `<plural>.<group>` or service type (`postgresql`).
 *
 * @throws Error that lists the names when there is none, or more than one
 */
export function findApi(apis: readonly ClaimApi[], name: string): ClaimApi {
  const found = apis.filter(api => namesOf(api).includes(name.toLowerCase()));
  const [api] = found;
  if (api && found.length === 1) return api;
  if (found.length > 1) {
    throw new Error(
      `"${name}" is ambiguous. Use one of: ${found.map(resourceName).join(', ')}.`,
    );
  }
  const known = apis.map(({ plural }) => plural).sort();
  throw new Error(
    known.length > 0
      ? `The cluster has no data service "${name}". It has: ${known.join(', ')}.`
      : 'The cluster has no data services. Bind one with "kubectl klutch bind <url>".',
  );
}

/** `TYPE/NAME` or `NAME`, as in kubectl. */
export function splitTypeAndName(text: string): {
  type?: string;
  name: string;
} {
  const slash = text.indexOf('/');
  return slash < 0
    ? { name: text }
    : { type: text.slice(0, slash), name: text.slice(slash + 1) };
}

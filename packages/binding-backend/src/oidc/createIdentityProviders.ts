/** All configured identity providers, checked against each other. */
import { BindingError } from '../errors/BindingError';
import { createIdentityProvider } from './createIdentityProvider';
import type { IdentityProvider } from './IdentityProvider';
import type { IdentityProviderOptions } from './identityProviderOptions';

const firstDuplicate = (values: readonly string[]): string | undefined =>
  values.find((value, index) => values.indexOf(value) !== index);

const listProblem = (
  all: readonly IdentityProviderOptions[],
): string | undefined => {
  const id = firstDuplicate(all.map(options => options.id));
  if (id !== undefined) {
    return `Two identity providers have the id "${id}". Give each its own.`;
  }
  const legacy = all.filter(options => options.legacyIdentity);
  if (legacy.length > 1) {
    return `The identity providers ${legacy
      .map(options => `"${options.id}"`)
      .join(
        ' and ',
      )} are both marked legacyIdentity, so that equal users of the two would be one tenant. Mark at most one.`;
  }
  const clients = all.map(({ issuer, clientId }) =>
    JSON.stringify([issuer, clientId]),
  );
  const client = firstDuplicate(clients);
  if (client !== undefined) {
    const same = all.filter((_, index) => clients[index] === client);
    return `The identity providers ${same
      .map(options => `"${options.id}"`)
      .join(
        ' and ',
      )} have the same issuer and client id. Remove one, or register a second client.`;
  }
  return undefined;
};

/**
 * The providers, in the order given. None is asked anything yet.
 * @throws BindingError `Misconfigured` when one cannot be used, or two cannot be used together
 */
export const createIdentityProviders = (
  all: readonly IdentityProviderOptions[],
): readonly IdentityProvider[] => {
  const problem = listProblem(all);
  if (problem) throw new BindingError('Misconfigured', problem);
  return all.map(createIdentityProvider);
};

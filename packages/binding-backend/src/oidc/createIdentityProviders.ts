/** All configured identity providers, checked for conflicts. */
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
    return `Two identity providers have the id "${id}". Give each provider a unique id.`;
  }
  const legacy = all.filter(options => options.legacyIdentity);
  if (legacy.length > 1) {
    return `The identity providers ${legacy
      .map(options => `"${options.id}"`)
      .join(
        ' and ',
      )} are all marked legacyIdentity, so that users with the same subject would be the same tenant. Mark at most one.`;
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
 * Creates the providers in the given order, without any request.
 * @throws BindingError `Misconfigured` when one is invalid, or two cannot be used together
 */
export const createIdentityProviders = (
  all: readonly IdentityProviderOptions[],
): readonly IdentityProvider[] => {
  const problem = listProblem(all);
  if (problem) throw new BindingError('Misconfigured', problem);
  return all.map(createIdentityProvider);
};

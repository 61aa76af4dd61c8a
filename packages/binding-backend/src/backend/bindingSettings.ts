/** Checks the options of the binding backend and fills in the defaults. */
import { names } from '@klutch/bind-api';
import type { BindContext } from '../bind/bind';
import { BindingError } from '../errors/BindingError';
import { checkNamespacePrefix } from '../identity/tenantIdentity';
import { countedAudit } from '../metrics/countedAudit';
import { audienceOf } from '../policy/audience';
import type { Audience } from '../policy/mayBind';
import {
  defaultServiceNamespaceLimit,
  isServiceNamespaceLimit,
  maxServiceNamespaces,
} from '../serviceNamespaceLimit';
import { isTokenLifetime, tokenLifetimeBounds } from '../tokenLifetimeBounds';
import type { BindingBackendOptions } from './BindingBackendOptions';

/** What bindings and controllers need of the options. */
export interface BindingSettings {
  bindContext: BindContext;
  serviceNamespaceLimit: number;
}

const checkLifetime = (seconds: number) => {
  if (Number.isInteger(seconds) && isTokenLifetime(seconds)) return seconds;
  const { min, max } = tokenLifetimeBounds;
  throw new BindingError(
    'Misconfigured',
    `tokenLifetimeSeconds is ${seconds}; it must be a whole number from ${min} to ${max}.`,
  );
};

const checkServiceNamespaceLimit = (limit: number) => {
  if (isServiceNamespaceLimit(limit)) return limit;
  throw new BindingError(
    'Misconfigured',
    `serviceNamespaceLimit is ${limit}; it must be a whole number from 0, which is no limit, to ${maxServiceNamespaces}.`,
  );
};

const configuredAudience = (options: BindingBackendOptions): Audience => {
  try {
    return audienceOf(options);
  } catch (error) {
    if (!(error instanceof BindingError)) throw error;
    throw new BindingError(
      'Misconfigured',
      `defaultAudience: ${error.message}`,
    );
  }
};

/** @throws BindingError `Misconfigured` when an option cannot be used */
export const bindingSettings = (
  options: BindingBackendOptions,
): BindingSettings => ({
  bindContext: {
    audience: configuredAudience(options),
    client: options.client,
    external: options.external,
    prettyName: options.prettyName,
    namespacePrefix: checkNamespacePrefix(
      options.namespacePrefix ?? names.clusterNamespacePrefix,
    ),
    lifetimeSeconds: checkLifetime(options.tokenLifetimeSeconds ?? 86_400),
    deadline: options.bindDeadline ?? 90_000,
    now: options.now ?? (() => new Date()),
    audit: countedAudit(options.audit ?? (() => undefined), options.metrics),
  },
  serviceNamespaceLimit: checkServiceNamespaceLimit(
    options.serviceNamespaceLimit ?? defaultServiceNamespaceLimit,
  ),
});

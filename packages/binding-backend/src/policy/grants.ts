/**
 * Consent, as far as export requests have to know of it. App clusters write these requests, and they know no people: so
 * it is noted which APIs somebody whom the policy allows has just bound. Pure.
 */
import { apiName, type ApiResource } from '@klutch/bind-api';
import type { Secret } from '@klutch/kube';
import { z } from 'zod';
import { grantsAnnotation } from '../backendNames';

/** How long exports may be asked for after a consent; somebody who lost the right must not be able to for ever. */
const grantLifetime = 24 * 3_600_000;

/** Ends, RFC 3339, by API. */
const grants = z.record(z.string(), z.iso.datetime());

/** The kubeconfig secret of a cluster namespace, as far as it matters here. */
type AnnotatedSecret = Pick<Secret, 'metadata'> | undefined;

/** Those that have not ended; what cannot be read grants nothing. */
const activeGrants = (
  secret: AnnotatedSecret,
  now: Date,
): Record<string, string> => {
  const text = secret?.metadata.annotations?.[grantsAnnotation] ?? '{}';
  try {
    const entries = Object.entries(grants.parse(JSON.parse(text)));
    return Object.fromEntries(
      entries.filter(([, end]) => Date.parse(end) > now.getTime()),
    );
  } catch {
    return {};
  }
};

/** Whether somebody who may has bound the API for this app cluster within the last day. */
export const isGranted = (
  secret: AnnotatedSecret,
  api: ApiResource,
  now: Date,
): boolean => Object.hasOwn(activeGrants(secret, now), apiName(api));

/** The annotation with these APIs granted from now on; grants that have ended go. */
export const withGrants = (
  secret: AnnotatedSecret,
  apis: readonly ApiResource[],
  now: Date,
): Record<string, string> => {
  const end = new Date(now.getTime() + grantLifetime).toISOString();
  const added = Object.fromEntries(apis.map(api => [apiName(api), end]));
  const all = { ...activeGrants(secret, now), ...added };
  return { [grantsAnnotation]: JSON.stringify(all) };
};

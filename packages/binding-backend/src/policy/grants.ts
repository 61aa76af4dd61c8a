/**
 * Recorded consents, for export requests: app clusters write these requests without a user's identity, so a bind of a
 * permitted user records which APIs were bound; pure.
 */
import { apiName, type ApiResource } from '@klutch/bind-api';
import type { Secret } from '@klutch/kube';
import { z } from 'zod';
import { grantsAnnotation } from '../backendNames';

/**
 * How long exports may be requested after a consent; limited, because the user may lose the right to bind.
 * Milliseconds.
 */
const grantLifetime = 24 * 3_600_000;

/** Expiry times, RFC 3339, by API. */
const grants = z.record(z.string(), z.iso.datetime());

/** The relevant part of a cluster namespace's kubeconfig secret. */
type AnnotatedSecret = Pick<Secret, 'metadata'> | undefined;

/** Grants that have not expired; unreadable entries grant nothing. */
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

/** Whether a permitted user has bound the API for this app cluster within the last day. */
export const isGranted = (
  secret: AnnotatedSecret,
  api: ApiResource,
  now: Date,
): boolean => Object.hasOwn(activeGrants(secret, now), apiName(api));

/** The annotation with these APIs granted from now on; expired grants are removed. */
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

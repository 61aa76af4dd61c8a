/**
 * The identity of an app cluster on the control plane cluster: the identity annotation and the namespace name derived
 * from it.
 */
import { createHash } from 'node:crypto';
import { appClusterNamespaceName } from '@klutch/bind-api';
import { parseAppClusterIdentity } from './appClusterBindingIdentity';
import { BindingError } from '../errors/BindingError';

/** A tenant: one app cluster, registered by one subject of one identity provider. */
export interface TenantIdentity {
  /** Subject at the identity provider, or the portal's own name for the user. */
  subject: string;
  /** Stable id of the app cluster, chosen by the user who binds; tenants also differ by subject. */
  clusterId: string;
  /** Issuer of the subject. Omit the issuer for at most one provider: its tenants get the reference's form. */
  issuer?: string;
}

const separator = '#';

const escapePart = (part: string) =>
  part.replace(/[%#]/g, found => encodeURIComponent(found));

/**
 * Value of the identity annotation. Without an issuer the value is the reference's `<subject>#<cluster id>`, so that
 * tenants of the reference are found again; with one it is `<issuer>#<subject>#<cluster id>`, each part escaped, so
 * that equal subjects of two issuers never collide.
 * @throws BindingError `InvalidInput` for empty parts, and for `#` where the short form would be ambiguous.
 */
export const identityValue = (identity: TenantIdentity): string => {
  const { issuer, subject, clusterId } = identity;
  if (!subject || !clusterId || issuer === '') {
    throw new BindingError(
      'InvalidInput',
      'An app cluster needs a subject and a cluster id that are not empty. Sign in again, or give the app cluster an id.',
    );
  }
  if (issuer !== undefined) {
    return [issuer, subject, clusterId].map(escapePart).join(separator);
  }
  if (subject.includes(separator) || clusterId.includes(separator)) {
    throw new BindingError(
      'InvalidInput',
      `The subject or the cluster id contains "${separator}", which separates the two. Choose a cluster id without it, or configure the identity provider with its issuer.`,
    );
  }
  return `${subject}${separator}${clusterId}`;
};

/** Whether an identity has the form of the reference, whose namespaces have generated names. */
const isReferenceForm = (identity: string) =>
  identity.split(separator).length === 2;

const hashLength = 10;
const maxPrefixLength = 20;
const validPrefix = /^[a-z]([-a-z0-9]*[a-z0-9])?$/;

const hashOf = (identity: string): string => {
  const digest = createHash('sha256').update(identity).digest('hex');
  return BigInt(`0x${digest}`).toString(36).slice(-hashLength);
};

/**
 * Returns the configured prefix.
 * @throws BindingError `Misconfigured` for a prefix that cannot begin a namespace name.
 */
export const checkNamespacePrefix = (prefix: string): string => {
  if (validPrefix.test(prefix) && prefix.length <= maxPrefixLength) {
    return prefix;
  }
  throw new BindingError(
    'Misconfigured',
    `The namespacePrefix "${prefix}" cannot begin the name of a cluster namespace: use at most ${maxPrefixLength} lower-case letters, digits and dashes, begin with a letter, and do not end with a dash.`,
  );
};

/**
 * Name of a new tenant's cluster namespace: `<prefix>-<hash of the identity>`. The name is the same on every replica,
 * so that the API server decides which replica creates the namespace.
 */
export const clusterNamespaceName = (
  prefix: string,
  identity: string,
): string => `${prefix}-${hashOf(identity)}`;

/**
 * Whether a namespace of this name can belong to the identity: the name is derived from the identity (under any prefix,
 * for signed-in tenants), except for tenants in the reference's form, whose names are generated.
 */
export const mayBeNameOf = (name: string, identity: string): boolean => {
  const binding = parseAppClusterIdentity(identity);
  if (binding) {
    const wanted = appClusterNamespaceName(binding.namespace, binding.name);
    return wanted.ok && wanted.value === name;
  }
  return isReferenceForm(identity) || name.endsWith(`-${hashOf(identity)}`);
};

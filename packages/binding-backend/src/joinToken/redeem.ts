/** Redeems a join token for a manifest. */
import { apiName } from '@klutch/bind-api';
import { personId } from '../audit/Audit';
import { withAuditEvent } from '../audit/withAuditEvent';
import { auditTokenIssued } from '../audit/auditTokenIssued';
import { HandshakeError } from '../errors/HandshakeError';
import type { JoinTokenContext, StoredJoinToken } from './JoinTokenContext';
import { appClusterManifest, bindingsManifest } from './manifest';

const invalidTokenError = () =>
  new HandshakeError(
    'CodeRefused',
    'This join token was used already, is older than a quarter of an hour, or was cancelled, as revoking the tokens of its app cluster does. Ask the user who created the join command for a new one.',
  );

/**
 * Only one of several concurrent callers with the same join token gets the result. The join token stays active
 * meanwhile, so that it can be cancelled until the manifest is returned.
 */
const redeemOnce = async <T>(
  { stored, active }: JoinTokenContext,
  token: string,
  prepare: (joinToken: StoredJoinToken) => Promise<T>,
): Promise<T> => {
  const joinToken = await stored.take(token);
  if (!joinToken || !(await active.get(joinToken.id)))
    throw invalidTokenError();
  const deactivate = () => active.take(joinToken.id);
  const prepared = await prepare(joinToken).catch(async error => {
    await deactivate();
    throw error;
  });
  if (await deactivate()) return prepared;
  throw invalidTokenError();
};

/** A revocation after the creation of a join command also invalidates the join command. */
const requireNoRevocation = async (
  { backend }: JoinTokenContext,
  { identity, creationTimestamp }: StoredJoinToken,
): Promise<void> => {
  const revokedAt = await backend.lastRevocation(identity);
  if (revokedAt && revokedAt >= new Date(creationTimestamp)) {
    throw invalidTokenError();
  }
};

/** See `JoinTokens.redeem`. */
export const redeem = async (
  context: JoinTokenContext,
  token: string,
): Promise<string> => {
  const { audit, backend, konnectorImage } = context;
  const auditEvent = { action: 'pick-up', actor: 'anonymous' } as const;
  return withAuditEvent(audit, auditEvent, async enrich => {
    const { isConnected, prepared } = await redeemOnce(
      context,
      token,
      async joinToken => {
        const { apis, binder, identity } = joinToken;
        enrich({
          actor: personId(binder),
          cluster: identity.clusterId,
          apis: apis.map(({ resource }) => apiName(resource)),
        });
        await requireNoRevocation(context, joinToken);
        const request = { apis, binder, identity };
        const ready = await backend.prepare(request, joinToken.id);
        await requireNoRevocation(context, joinToken); // The tokens may have been revoked while `prepare` ran.
        return { isConnected: joinToken.isConnected, prepared: ready };
      },
    );
    const manifest = isConnected
      ? bindingsManifest(prepared)
      : appClusterManifest(prepared, konnectorImage);
    const known = enrich({ namespace: prepared.namespace });
    if (!isConnected || prepared.isUnpublished) auditTokenIssued(audit, known);
    return manifest;
  });
};

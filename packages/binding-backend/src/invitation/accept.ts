/** Somebody on an app cluster brings the code of an invitation. */
import { apiName } from '@klutch/bind-api';
import { personId } from '../audit/Audit';
import { audited } from '../audit/audited';
import { tellIssued } from '../audit/tellIssued';
import { HandshakeError } from '../errors/HandshakeError';
import type { InvitationContext, KeptInvitation } from './createInvitations';
import { appClusterManifest, bindingsManifest } from './manifest';

const refused = () =>
  new HandshakeError(
    'CodeRefused',
    'This code was used already, is older than a quarter of an hour, or was cancelled, as ending the tokens of its app cluster does. Ask whoever invited this app cluster for a new one.',
  );

/**
 * Of all who bring a code at the same time one gets what it stands for. The invitation stays open meanwhile, so that it
 * can be cancelled until the moment before the answer is handed out.
 */
const whileOpen = async <T>(
  { kept, open }: InvitationContext,
  code: string,
  prepare: (invitation: KeptInvitation) => Promise<T>,
): Promise<T> => {
  const invitation = await kept.take(code);
  if (!invitation || !(await open.get(invitation.id))) throw refused();
  const close = () => open.take(invitation.id);
  const prepared = await prepare(invitation).catch(async error => {
    await close();
    throw error;
  });
  if (await close()) return prepared;
  throw refused();
};

/** Whoever ended the tokens after a command was made does not want it to bring another one. */
const requireNoRevocation = async (
  { backend }: InvitationContext,
  { identity, invitedAt }: KeptInvitation,
): Promise<void> => {
  const at = await backend.lastRevocation(identity);
  if (at && at.getTime() >= invitedAt) throw refused();
};

/** See `Invitations`. */
export const accept = async (
  context: InvitationContext,
  code: string,
): Promise<string> => {
  const { audit, backend, konnectorImage } = context;
  const act = { action: 'pick-up', actor: 'anonymous' } as const;
  return audited(audit, act, async learn => {
    const { isConnected, prepared } = await whileOpen(
      context,
      code,
      async invitation => {
        const { apis, binder, identity } = invitation;
        learn({
          actor: personId(binder),
          cluster: identity.clusterId,
          apis: apis.map(({ resource }) => apiName(resource)),
        });
        await requireNoRevocation(context, invitation);
        const wish = { apis, binder, identity };
        const ready = await backend.prepare(wish, invitation.id);
        await requireNoRevocation(context, invitation); // one that came meanwhile
        return { isConnected: invitation.isConnected, prepared: ready };
      },
    );
    const manifest = isConnected
      ? bindingsManifest(prepared)
      : appClusterManifest(prepared, konnectorImage);
    const known = learn({ namespace: prepared.namespace });
    if (!isConnected || prepared.isWithheld) tellIssued(audit, known);
    return manifest;
  });
};

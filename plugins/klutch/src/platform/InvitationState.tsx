/** How far an invited app cluster has come. */
import { useApi } from '@backstage/core-plugin-api';
import Button from '@material-ui/core/Button';
import { klutchUiPortRef } from '../api/uiPort';
import type { AppClusterInvitation } from '../api/types';
import { useCancelInvitation } from '../hooks/usePlatformMutations';
import { useInvitation } from '../hooks/usePlatformQueries';
import { useT } from '../hooks/useT';
import { FormError } from '../shared/FormError';
import { Notice } from '../shared/Notice';
import { QueryState } from '../shared/QueryState';
import type { Tone } from '../shared/tones';

const tones: Record<AppClusterInvitation['state'], Tone> = {
  Waiting: 'busy',
  PickedUp: 'busy',
  Arrived: 'busy',
  Ready: 'ok',
  Expired: 'warning',
};

function CancelButton(props: {
  invitation: AppClusterInvitation;
  onCancelled?: () => void;
}) {
  const { cluster, further, title } = props.invitation;
  const t = useT();
  const port = useApi(klutchUiPortRef);
  const cancel = useCancelInvitation(cluster);
  return (
    <>
      <Button
        size="small"
        disabled={cancel.isPending}
        onClick={() =>
          cancel.mutate(undefined, {
            onSuccess: () => {
              port.say({
                tone: 'success',
                text: further
                  ? t('platform.command.discarded', { title })
                  : t('platform.invite.cancelled', { title }),
              });
              props.onCancelled?.();
            },
          })
        }
      >
        {further ? t('platform.command.discard') : t('platform.invite.cancel')}
      </Button>
      <FormError error={cancel.error} />
    </>
  );
}

/** The state of an invitation, and the way out while nobody has arrived. */
export function InvitationState(props: {
  cluster: string;
  /** Also when all is in order. */
  showReady?: boolean;
  onCancelled?: () => void;
}) {
  const t = useT();
  const invitation = useInvitation(props.cluster);
  return (
    <QueryState query={invitation} what={t('platform.invite.what')}>
      {data =>
        data.state === 'Ready' && !props.showReady ? null : (
          <Notice
            tone={tones[data.state]}
            action={
              data.state === 'Ready' || data.state === 'Arrived' ? undefined : (
                <CancelButton
                  invitation={data}
                  onCancelled={props.onCancelled}
                />
              )
            }
          >
            {data.stateText}
          </Notice>
        )
      }
    </QueryState>
  );
}

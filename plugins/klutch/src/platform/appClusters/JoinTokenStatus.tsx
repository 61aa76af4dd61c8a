/** The state of the newest join token of an app cluster. */
import { useApi } from '@backstage/core-plugin-api';
import { klutchToastApiRef } from '../../api/toastApi';
import type { JoinToken } from '../../api/types';
import { useCancelJoinToken } from '../usePlatformMutations';
import { useJoinToken } from '../usePlatformQueries';
import { useT } from '../../hooks/useT';
import { FormError } from '../../shared/FormError';
import { Notice } from '../../shared/Notice';
import { QueryState } from '../../shared/QueryState';
import { explanationText } from '../../shared/explanationText';
import type { Tone } from '../../shared/tones';
import { ManageButton } from '../ManageButton';
import { useForbiddenActions } from './AppClusterContext';

const tones: Record<JoinToken['state'], Tone> = {
  Waiting: 'busy',
  PickedUp: 'busy',
  Arrived: 'busy',
  Ready: 'ok',
  Expired: 'warning',
};

function CancelButton(props: {
  joinToken: JoinToken;
  onCancelled?: () => void;
}) {
  const { cluster, title } = props.joinToken;
  const t = useT();
  const toastApi = useApi(klutchToastApiRef);
  const cancel = useCancelJoinToken(cluster);
  const forbidden = useForbiddenActions();
  return (
    <>
      <ManageButton
        size="small"
        // An app cluster that has never connected is deregistered, too.
        forbidden={forbidden('kubeconfig')}
        disabled={cancel.isPending}
        onClick={() =>
          cancel.mutate(undefined, {
            onSuccess: () => {
              toastApi.post({
                tone: 'success',
                text: t('platform.join.cancelled', { title }),
              });
              props.onCancelled?.();
            },
          })
        }
      >
        {t('platform.join.cancel')}
      </ManageButton>
      <FormError error={cancel.error} />
    </>
  );
}

/** The state of the join token, with a button to cancel the join command until a konnector has connected. */
export function JoinTokenStatus(props: {
  cluster: string;
  /** Whether to show the status also when all APIs are ready. */
  showReady?: boolean;
  onCancelled?: () => void;
}) {
  const t = useT();
  const joinToken = useJoinToken(props.cluster);
  return (
    <QueryState query={joinToken} label={t('platform.join.what')}>
      {data =>
        data.state === 'Ready' && !props.showReady ? null : (
          <Notice
            tone={tones[data.state]}
            action={
              data.state === 'Ready' || data.state === 'Arrived' ? undefined : (
                <CancelButton
                  joinToken={data}
                  onCancelled={props.onCancelled}
                />
              )
            }
          >
            {explanationText(
              {
                message: data.stateText,
                reason: data.stateReason,
                params: data.stateParams,
              },
              t,
            )}
          </Notice>
        )
      }
    </QueryState>
  );
}

/** Step “Review”: runs the server's dry run of the claim, shows the review, and creates the claim. */
import { useApi } from '@backstage/core-plugin-api';
import Button from '@material-ui/core/Button';
import { makeStyles } from '@material-ui/core/styles';
import { useEffect, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import type { FieldCause, KlutchError } from '../api/KlutchError';
import type { ClaimRequest, ServiceDetail } from '../api/types';
import { klutchToastApiRef } from '../api/toastApi';
import type { useCreateClaim } from '../hooks/useClaimMutations';
import { useIsShown } from '../hooks/useIsShown';
import { useLinks } from '../hooks/useLinks';
import { useDryRun } from '../hooks/useQueries';
import { useT } from '../hooks/useT';
import { thrownText } from '../shared/errorText';
import type { Draft, WizardStep } from './draft';
import { ClaimReview } from './ClaimReview';
import { titlesOf } from './titles';

const useStyles = makeStyles(theme => ({
  buttons: { display: 'flex', gap: theme.spacing(2) },
}));

export function ReviewAndSubmitStep(props: {
  service: ServiceDetail;
  draft: Draft;
  request: ClaimRequest;
  order: ReturnType<typeof useCreateClaim>;
  onCauses: (causes: FieldCause[]) => void;
  onGoTo: (step: WizardStep) => void;
  onOrdered: () => void;
  back: ReactNode;
}) {
  const { service, draft, request, order, onCauses } = props;
  const classes = useStyles();
  const t = useT();
  const links = useLinks();
  const navigate = useNavigate();
  const toastApi = useApi(klutchToastApiRef);
  const check = useDryRun(request);
  const error: KlutchError | null = order.error ?? check.error;

  useEffect(() => {
    if (error) {
      onCauses(error.causes);
    }
  }, [error, onCauses]);

  const isShown = useIsShown();
  const { name } = draft;
  const submit = async () => {
    const claim = await order.mutateAsync(request).catch((thrown: unknown) => {
      if (isShown()) return;
      const reason = thrownText(thrown, t);
      const text = t('create.refused', { name, reason });
      toastApi.post({ tone: 'error', text });
    });
    if (!claim) return;
    props.onOrdered();
    toastApi.post({ tone: 'success', text: t('create.created', { name }) });
    if (isShown()) navigate(links.instance(claim));
  };
  const cluster = titlesOf(service, draft).cluster;
  return (
    <>
      <ClaimReview
        service={service}
        draft={draft}
        request={request}
        check={check}
        error={order.error}
        onGoTo={props.onGoTo}
      />
      <div className={classes.buttons}>
        {props.back}
        <Button
          variant="contained"
          color="primary"
          disabled={!check.isSuccess || order.isPending || order.isSuccess}
          onClick={() => void submit()}
        >
          {order.isPending
            ? t('create.submitting', { name: draft.name })
            : t('create.submit', { name: draft.name, cluster })}
        </Button>
      </div>
    </>
  );
}

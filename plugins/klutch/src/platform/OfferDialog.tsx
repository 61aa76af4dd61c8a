/** Offers an API, saying what the service will be allowed to do on app clusters. */
import { useApi } from '@backstage/core-plugin-api';
import DialogContentText from '@material-ui/core/DialogContentText';
import Typography from '@material-ui/core/Typography';
import type { Api } from '../api/types';
import { klutchUiPortRef } from '../api/uiPort';
import { useOfferApi } from '../hooks/usePlatformMutations';
import { useT } from '../hooks/useT';
import { CodeBlock } from '../shared/CodeBlock';
import { Dialog } from '../shared/Dialog';
import { Fold } from '../shared/Fold';
import { ClaimsList } from './ClaimsList';

export function OfferDialog(props: { api: Api; onClose: () => void }) {
  const { api, onClose } = props;
  const t = useT();
  const port = useApi(klutchUiPortRef);
  const offer = useOfferApi();
  return (
    <Dialog
      title={t('platform.offer.title', { title: api.title })}
      action={t('platform.offer.action')}
      busy={offer.isPending}
      error={offer.error}
      onClose={onClose}
      onAction={() =>
        offer.mutate(
          { resource: api.resource, claims: api.suggestedClaims },
          {
            onSuccess: () => {
              port.say({
                tone: 'success',
                text: t('platform.offer.done', { title: api.title }),
              });
              onClose();
            },
          },
        )
      }
    >
      <DialogContentText>
        {t('platform.offer.text', { title: api.title })}
      </DialogContentText>
      <Typography variant="h6" component="h3">
        {t('platform.offer.claims')}
      </Typography>
      {api.suggestedClaims.length === 0 ? (
        <DialogContentText>{t('platform.offer.noClaims')}</DialogContentText>
      ) : (
        <>
          <Typography variant="body2" color="textSecondary">
            {t('platform.offer.claimsText')}
          </Typography>
          <ClaimsList claims={api.suggestedClaims} />
        </>
      )}
      <Fold title={t('platform.offer.yaml')}>
        <CodeBlock what={t('platform.offer.yaml')} text={api.offerYaml} />
      </Fold>
    </Dialog>
  );
}

/** Dialog that offers an API and lists what the service may do on app clusters. */
import { useApi } from '@backstage/core-plugin-api';
import DialogContentText from '@material-ui/core/DialogContentText';
import Typography from '@material-ui/core/Typography';
import type { Api } from '../api/types';
import { klutchToastApiRef } from '../api/toastApi';
import { useOfferApi } from '../hooks/usePlatformMutations';
import { useT } from '../hooks/useT';
import { CodeBlock } from '../shared/CodeBlock';
import { Dialog } from '../shared/Dialog';
import { Disclosure } from '../shared/Disclosure';
import { ClaimsList } from './ClaimsList';

export function OfferDialog(props: { api: Api; onClose: () => void }) {
  const { api, onClose } = props;
  const t = useT();
  const toastApi = useApi(klutchToastApiRef);
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
              toastApi.post({
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
      <Disclosure title={t('platform.offer.yaml')}>
        <CodeBlock label={t('platform.offer.yaml')} text={api.offerYaml} />
      </Disclosure>
    </Dialog>
  );
}

/** Actions of a service: create an instance, bind the service, or ask for a binding. */
import Button from '@material-ui/core/Button';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { Service } from '../api/types';
import { useCreateAccess } from '../hooks/useCreateAccess';
import { useLinks } from '../hooks/useLinks';
import { useManageAccess } from '../hooks/useManageAccess';
import { useMe } from '../hooks/useQueries';
import { useClustersToAskFor } from '../hooks/useRequestService';
import { useSearchFilter } from '../hooks/useSearchFilter';
import { useT } from '../hooks/useT';
import { DisabledReason } from '../shared/DisabledReason';
import { AskForBindingDialog } from './AskForBindingDialog';

export function ServiceActions(props: {
  service: Service;
  size?: 'small' | 'medium';
}) {
  const { service, size } = props;
  const t = useT();
  const links = useLinks();
  const me = useMe();
  // The entity page of a component leads to the services, to choose one for it; the list can be about one app cluster.
  const [{ component, cluster: shown }] = useSearchFilter([
    'component',
    'cluster',
  ]);
  const [isAskDialogOpen, setAskDialogOpen] = useState(false);
  const access = useCreateAccess(service);
  // Rights on the API may be granted when it is bound, so only those who may create nothing at all cannot ask for it.
  const accessToAny = useCreateAccess();
  const manage = useManageAccess();
  const clustersToAskFor = useClustersToAskFor(service);

  const isBound = service.clusters.some(cluster => cluster.bound);
  const isUnbound = service.clusters.some(cluster => !cluster.bound);
  const boundCluster = service.clusters.find(
    ({ id, bound }) => bound && id === shown,
  )?.id;
  const hasAsked = isUnbound && clustersToAskFor.length === 0;
  const create = isBound && (
    <DisabledReason reason={access.reason}>
      <Button
        variant="contained"
        color="primary"
        size={size}
        disabled={access.loading}
        component={Link}
        to={links.create(service.resource, {
          ...(component && { component }),
          ...(boundCluster && { cluster: boundCluster }),
        })}
        aria-label={t('services.createLong', { title: service.title })}
      >
        {t('services.create')}
      </Button>
    </DisabledReason>
  );
  if (!me.data || !service.offered || (isBound && !isUnbound)) return create;
  if (me.data.operator) {
    return (
      <>
        {create}
        <DisabledReason reason={manage.reason}>
          <Button
            variant={isBound ? 'text' : 'outlined'}
            size={size}
            disabled={manage.loading}
            component={Link}
            to={links.platform('app-clusters')}
          >
            {t(isBound ? 'services.bindMore' : 'services.bind')}
          </Button>
        </DisabledReason>
      </>
    );
  }
  return (
    <>
      {create}
      <DisabledReason
        reason={
          accessToAny.reason ?? (hasAsked ? t('services.asked') : undefined)
        }
      >
        <Button
          variant={isBound ? 'text' : 'outlined'}
          size={size}
          disabled={accessToAny.loading}
          onClick={() => setAskDialogOpen(true)}
        >
          {t(isBound ? 'services.askMore' : 'services.ask')}
        </Button>
      </DisabledReason>
      {isAskDialogOpen && (
        <AskForBindingDialog
          service={service}
          clusters={clustersToAskFor}
          preferred={shown}
          onClose={() => setAskDialogOpen(false)}
        />
      )}
    </>
  );
}

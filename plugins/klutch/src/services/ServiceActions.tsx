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

/** Asks the operators to bind the service. */
function AskButton(props: {
  service: Service;
  size?: 'small' | 'medium';
  /** Name of the app cluster that the page is about. */
  cluster: string;
}) {
  const { service } = props;
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  // Rights on the API may be granted when it is bound, so only those who may create nothing at all cannot ask for it.
  const access = useCreateAccess();
  const clusters = useClustersToAskFor(service);
  const isBound = service.clusters.some(({ bound }) => bound);
  const isUnbound = service.clusters.some(({ bound }) => !bound);
  const hasAsked = isUnbound && clusters.length === 0;
  return (
    <>
      <DisabledReason
        reason={access.reason ?? (hasAsked ? t('services.asked') : undefined)}
      >
        <Button
          variant={isBound ? 'text' : 'outlined'}
          size={props.size}
          disabled={access.loading}
          onClick={() => setOpen(true)}
        >
          {t(isBound ? 'services.askMore' : 'services.ask')}
        </Button>
      </DisabledReason>
      {isOpen && (
        <AskForBindingDialog
          service={service}
          clusters={clusters}
          preferred={props.cluster}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

export function ServiceActions(props: {
  service: Service;
  size?: 'small' | 'medium';
  /** The backend that was chosen for the order. */
  composition?: string;
}) {
  const { service, size, composition } = props;
  const t = useT();
  const links = useLinks();
  const me = useMe();
  // The entity page of a component leads to the services, to choose one for it; the list can be about one app cluster.
  const [{ component, cluster: shown }] = useSearchFilter([
    'component',
    'cluster',
  ]);
  const access = useCreateAccess(service);
  const manage = useManageAccess();

  const isBound = service.clusters.some(cluster => cluster.bound);
  const isUnbound = service.clusters.some(cluster => !cluster.bound);
  const boundCluster = service.clusters.find(
    ({ id, bound }) => bound && id === shown,
  )?.id;
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
          ...(composition && { composition }),
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
      <AskButton service={service} size={size} cluster={shown} />
    </>
  );
}

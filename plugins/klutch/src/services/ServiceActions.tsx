/** Actions of a service: create an instance, bind the service, or ask for a binding. */
import { usePermission } from '@backstage/plugin-permission-react';
import { klutchClaimCreatePermission } from '@klutch/backstage-plugin-klutch-common';
import Button from '@material-ui/core/Button';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { Service } from '../api/types';
import { useLinks } from '../hooks/useLinks';
import { useMe } from '../hooks/useQueries';
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
  // The entity page of a component leads to the services, to choose one for it.
  const [{ component }] = useSearchFilter(['component']);
  const [isAskDialogOpen, setAskDialogOpen] = useState(false);
  const permission = usePermission({ permission: klutchClaimCreatePermission });

  const reason =
    permission.loading || permission.allowed
      ? undefined
      : t('shared.permission.create');
  const isBound = service.clusters.some(cluster => cluster.bound);
  const isUnbound = service.clusters.some(cluster => !cluster.bound);
  const create = isBound && (
    <DisabledReason reason={reason}>
      <Button
        variant="contained"
        color="primary"
        size={size}
        disabled={!permission.allowed}
        component={Link}
        to={links.create(service.resource, component ? { component } : {})}
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
        <Button
          variant={isBound ? 'text' : 'outlined'}
          size={size}
          component={Link}
          to={links.platform('app-clusters')}
        >
          {t(isBound ? 'services.bindMore' : 'services.bind')}
        </Button>
      </>
    );
  }
  return (
    <>
      {create}
      <DisabledReason reason={reason}>
        <Button
          variant={isBound ? 'text' : 'outlined'}
          size={size}
          disabled={!permission.allowed}
          onClick={() => setAskDialogOpen(true)}
        >
          {t(isBound ? 'services.askMore' : 'services.ask')}
        </Button>
      </DisabledReason>
      {isAskDialogOpen && (
        <AskForBindingDialog
          service={service}
          onClose={() => setAskDialogOpen(false)}
        />
      )}
    </>
  );
}

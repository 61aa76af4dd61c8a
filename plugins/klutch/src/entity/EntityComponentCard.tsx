/** Card and tab on the entity page of a component: the data services that it uses, and a button to create one. */
import { stringifyEntityRef } from '@backstage/catalog-model';
import { Link } from '@backstage/core-components';
import { useEntity } from '@backstage/plugin-catalog-react';
import Button from '@material-ui/core/Button';
import { Link as RouterLink } from 'react-router-dom';
import type { Claim } from '../api/types';
import { useCreateAccess } from '../hooks/useCreateAccess';
import { useLinks } from '../hooks/useLinks';
import { MAX_LIMIT, useClaims } from '../hooks/useQueries';
import { useT } from '../hooks/useT';
import type { Column } from '../shared/DataTable';
import { DisabledReason } from '../shared/DisabledReason';
import { EmptyState } from '../shared/EmptyState';
import { IncompleteNotice } from '../shared/IncompleteNotice';
import { PagedTable } from '../shared/PagedTable';
import { QueryState } from '../shared/QueryState';
import { Section } from '../shared/Section';
import { StateLabel } from '../shared/StateLabel';

function InstancesOfComponent({ component }: { component: string }) {
  const t = useT();
  const links = useLinks();
  const access = useCreateAccess();
  const claims = useClaims({ type: 'instance', component, limit: MAX_LIMIT });
  const columns: Column<Claim>[] = [
    {
      id: 'name',
      title: t('instances.column.name'),
      render: claim => <Link to={links.instance(claim)}>{claim.name}</Link>,
    },
    {
      id: 'service',
      title: t('instances.column.service'),
      render: ({ versionTitle, serviceTitle, kind }) =>
        versionTitle ?? serviceTitle ?? kind,
    },
    {
      id: 'plan',
      title: t('instances.column.plan'),
      render: ({ planTitle }) => planTitle ?? '–',
    },
    {
      id: 'where',
      title: t('instances.column.where'),
      render: ({ clusterTitle: cluster, namespace }) =>
        t('instance.head.where', { namespace, cluster }),
    },
    {
      id: 'state',
      title: t('instances.column.state'),
      render: claim => <StateLabel claim={claim} />,
    },
  ];
  return (
    <Section
      title={t('shared.entity.component')}
      actions={
        <DisabledReason reason={access.reason}>
          <Button
            size="small"
            disabled={access.loading}
            component={RouterLink}
            to={links.services({ component })}
          >
            {t('shared.entity.componentCreate')}
          </Button>
        </DisabledReason>
      }
    >
      <QueryState query={claims} label={t('shared.entity.component')}>
        {({ items, complete }) => (
          <>
            <IncompleteNotice complete={complete} />
            {items.length === 0 && complete !== false && (
              <EmptyState>{t('shared.entity.componentEmpty')}</EmptyState>
            )}
            {items.length > 0 && (
              <PagedTable
                size="small"
                label={t('shared.entity.component')}
                columns={columns}
                rows={items}
                keyOf={({ uid }) => uid}
              />
            )}
          </>
        )}
      </QueryState>
    </Section>
  );
}

export function EntityComponentCard() {
  const { entity } = useEntity();
  return <InstancesOfComponent component={stringifyEntityRef(entity)} />;
}

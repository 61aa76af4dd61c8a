/** Copies on the control plane whose object on the app cluster is gone, with what to do about them. */
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import Typography from '@material-ui/core/Typography';
import { useT } from '../../hooks/useT';
import { CodeBlock } from '../../shared/CodeBlock';
import type { Column } from '../../shared/DataTable';
import { Disclosure } from '../../shared/Disclosure';
import { PagedTable } from '../../shared/PagedTable';

type Copy = Schemas['CopiesWithoutObject']['items'][number];

export function CopiesWithoutObject(props: {
  copies: Schemas['CopiesWithoutObject'];
}) {
  const { items, total } = props.copies;
  const t = useT();
  if (items.length === 0) return null;
  const columns: Column<Copy>[] = [
    {
      id: 'name',
      title: t('appClusters.copies.name'),
      render: ({ name }) => name,
    },
    {
      id: 'service',
      title: t('appClusters.copies.service'),
      render: ({ title }) => title,
    },
    {
      id: 'namespace',
      title: t('appClusters.copies.namespace'),
      render: ({ namespace }) => namespace,
    },
    {
      id: 'serviceNamespace',
      title: t('appClusters.copies.serviceNamespace'),
      render: ({ serviceNamespace }) => serviceNamespace,
    },
    {
      id: 'delete',
      title: t('appClusters.copies.delete'),
      render: ({ name, resource, serviceNamespace }) => (
        <Disclosure title={t('appClusters.copies.command', { name })}>
          <CodeBlock
            wrap
            label={t('appClusters.copies.command', { name })}
            text={`kubectl -n ${serviceNamespace} delete ${resource} ${name}`}
          />
        </Disclosure>
      ),
    },
  ];
  return (
    <Disclosure open title={t('appClusters.copies.title', { count: total })}>
      <Typography variant="body2" paragraph>
        {t('appClusters.copies.text')}
      </Typography>
      <PagedTable
        size="small"
        label={t('appClusters.copies.title', { count: total })}
        columns={columns}
        rows={items}
        total={total}
        keyOf={({ name, namespace, resource }) =>
          `${resource}/${namespace}/${name}`
        }
      />
    </Disclosure>
  );
}

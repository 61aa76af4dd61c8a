/** How many objects of each API an app cluster has, and how many copies the control plane. */
import { Link } from '@backstage/core-components';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import { useLinks } from '../../hooks/useLinks';
import { useT } from '../../hooks/useT';
import { DataTable, type Column } from '../../shared/DataTable';
import { Section } from '../../shared/Section';

export function InventorySection(props: {
  cluster: Pick<Schemas['AppClusterDetail'], 'id' | 'inventory'>;
}) {
  const { id, inventory } = props.cluster;
  const t = useT();
  const links = useLinks();
  if (inventory.length === 0) return null;
  const columns: Column<Schemas['ApiInventory']>[] = [
    {
      id: 'service',
      title: t('appClusters.inventory.service'),
      render: ({ title }) => title,
    },
    {
      id: 'objects',
      title: t('appClusters.inventory.objects'),
      align: 'right',
      render: ({ objects }) => objects ?? '–',
    },
    {
      id: 'copies',
      title: t('appClusters.inventory.copies'),
      align: 'right',
      render: ({ copies }) => copies,
    },
  ];
  return (
    <Section
      title={t('appClusters.inventory.title')}
      actions={
        <Link to={`${links.instances()}?cluster=${encodeURIComponent(id)}`}>
          {t('appClusters.inventory.instances')}
        </Link>
      }
    >
      <DataTable
        size="small"
        label={t('appClusters.inventory.title')}
        columns={columns}
        rows={inventory}
        keyOf={({ resource }) => resource}
      />
    </Section>
  );
}

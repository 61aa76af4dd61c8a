/** Installed packages of Crossplane, which updates exist, and what an update would do. */
import Typography from '@material-ui/core/Typography';
import type { PackageUpdate } from '../../api/types';
import { usePackageUpdates } from '../usePlatformQueries';
import { useT } from '../../hooks/useT';
import { DataTable, type Column } from '../../shared/DataTable';
import { EmptyState } from '../../shared/EmptyState';
import { IconText } from '../../shared/IconText';
import { QueryState } from '../../shared/QueryState';
import { Section } from '../../shared/Section';
import { explanationText } from '../../shared/explanationText';

/** Users of a package that are named; the others are counted. */
const shownUsers = 5;

function Versions({ update }: { update: PackageUpdate }) {
  const t = useT();
  return (
    <>
      {update.state === 'available' ? (
        <strong>{explanationText(update, t)}</strong>
      ) : (
        <IconText tone={update.state === 'current' ? 'ok' : 'neutral'}>
          {explanationText(update, t)}
        </IconText>
      )}
      {update.versions.map(({ change, excludedBy, version }) => (
        <div key={version}>
          {t('platform.controlPlane.updates.to', {
            version,
            change: t(`platform.controlPlane.updates.change.${change}`),
          })}
          {excludedBy.map(({ constraint, package: name }) => (
            <IconText key={name} tone="warning">
              {t('platform.controlPlane.updates.excludedBy', {
                name,
                constraint,
              })}
            </IconText>
          ))}
        </div>
      ))}
    </>
  );
}

function useUsersText(users: PackageUpdate['usedBy']): string {
  const t = useT();
  if (users.length === 0) return t('platform.controlPlane.updates.unused');
  const names = users
    .slice(0, shownUsers)
    .map(({ kind, name }) => `${kind} ${name}`)
    .join(', ');
  const more = users.length - shownUsers;
  return more > 0
    ? t('platform.controlPlane.updates.usedByMore', {
        users: names,
        n: String(more),
      })
    : t('platform.controlPlane.updates.usedBy', { users: names });
}

function Effect({ update }: { update: PackageUpdate }) {
  const t = useT();
  const users = useUsersText(update.usedBy);
  return (
    <>
      {update.activation &&
        t(`platform.controlPlane.updates.${update.activation}`)}
      <Typography variant="body2" color="textSecondary">
        {users}
      </Typography>
    </>
  );
}

function UpdatesTable({ items }: { items: PackageUpdate[] }) {
  const t = useT();
  const columns: Column<PackageUpdate>[] = [
    {
      id: 'package',
      title: t('platform.controlPlane.updates.package'),
      render: ({ name, package: reference, type }) => (
        <>
          {t('platform.controlPlane.object', {
            kind: t(`platform.controlPlane.type.${type}`),
            name,
          })}
          <Typography variant="body2" color="textSecondary">
            {reference}
          </Typography>
        </>
      ),
    },
    {
      id: 'installed',
      title: t('platform.controlPlane.updates.installed'),
      noWrap: true,
      render: ({ version }) =>
        version ?? t('platform.controlPlane.updates.noVersion'),
    },
    {
      id: 'update',
      title: t('platform.controlPlane.updates.update'),
      render: update => <Versions update={update} />,
    },
    {
      id: 'effect',
      title: t('platform.controlPlane.updates.effect'),
      render: update => <Effect update={update} />,
    },
  ];
  return (
    <DataTable
      size="small"
      label={t('platform.controlPlane.updates.title')}
      columns={columns}
      rows={items}
      keyOf={({ name, type }) => `${type}/${name}`}
    />
  );
}

export function UpdatesSection() {
  const t = useT();
  const updates = usePackageUpdates();
  return (
    <Section title={t('platform.controlPlane.updates.title')}>
      <Typography variant="body2" color="textSecondary" paragraph>
        {t('platform.controlPlane.updates.intro')}
      </Typography>
      <QueryState
        query={updates}
        label={t('platform.controlPlane.updates.what')}
      >
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState>{t('platform.controlPlane.updates.empty')}</EmptyState>
          ) : (
            <UpdatesTable items={items} />
          )
        }
      </QueryState>
    </Section>
  );
}

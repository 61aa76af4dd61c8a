/** Claims that have been waiting too long, by age, with links to their traces. */
import { Link } from '@backstage/core-components';
import Typography from '@material-ui/core/Typography';
import type { ControlPlaneHealth, ControlPlaneProblem } from '../../api/types';
import { useLinks } from '../../hooks/useLinks';
import { useMe } from '../../hooks/useQueries';
import { useT } from '../../hooks/useT';
import type { Column } from '../../shared/DataTable';
import { PagedTable } from '../../shared/PagedTable';
import { RelativeTime } from '../../shared/RelativeTime';
import { Section } from '../../shared/Section';
import { MessageWithRemedy } from '../MessageWithRemedy';

/** Supporters trace claims of all tenants; others see the trace on the page of an instance. */
function useTracePath({
  claim,
  object: { kind, name },
}: ControlPlaneProblem): string | undefined {
  const links = useLinks();
  const me = useMe();
  if (!me.data?.mayTrace) return claim && links.instance(claim);
  const names = claim
    ? [claim.cluster, claim.namespace, claim.resource, claim.name]
    : [kind, name];
  return links.trace(names.join('/'));
}

function TraceLink({ problem }: { problem: ControlPlaneProblem }) {
  const t = useT();
  const path = useTracePath(problem);
  const { claim, object } = problem;
  return (
    <>
      {claim
        ? `${claim.cluster}/${claim.namespace}`
        : t('platform.controlPlane.claims.noTrace')}
      {path && (
        <div>
          <Link
            to={path}
            aria-label={t('platform.controlPlane.claims.openTrace', {
              name: object.name,
            })}
          >
            {t('platform.controlPlane.claims.open')}
          </Link>
        </div>
      )}
    </>
  );
}

export function StuckClaims({ health }: { health: ControlPlaneHealth }) {
  const t = useT();
  const claims = health.problems.filter(({ since }) => since);
  const columns: Column<ControlPlaneProblem>[] = [
    {
      id: 'claim',
      title: t('platform.controlPlane.claims.claim'),
      render: ({ object: { kind, name, namespace } }) => (
        <>
          {t('platform.controlPlane.object', { kind, name })}
          <Typography variant="body2" color="textSecondary">
            {namespace}
          </Typography>
        </>
      ),
    },
    {
      id: 'since',
      title: t('platform.controlPlane.claims.since'),
      noWrap: true,
      render: ({ since }) => <RelativeTime at={since} />,
    },
    {
      id: 'message',
      title: t('platform.controlPlane.claims.message'),
      render: problem => <MessageWithRemedy problem={problem} />,
    },
    {
      id: 'trace',
      title: t('platform.controlPlane.claims.trace'),
      render: problem => <TraceLink problem={problem} />,
    },
  ];
  return (
    <Section title={t('platform.controlPlane.claims.title')}>
      <Typography variant="body2" color="textSecondary" paragraph>
        {t('platform.controlPlane.claims.intro')}{' '}
        {health.stuckClaims > claims.length &&
          t('platform.controlPlane.claims.more', {
            shown: String(claims.length),
            total: String(health.stuckClaims),
          })}
      </Typography>
      <PagedTable
        size="small"
        label={t('platform.controlPlane.claims.title')}
        columns={columns}
        rows={claims}
        keyOf={({ object }) => JSON.stringify(object)}
      />
    </Section>
  );
}

/** Crossplane, its packages, XRDs and Compositions in one line each, and the claims that are stuck. */
import Button from '@material-ui/core/Button';
import Typography from '@material-ui/core/Typography';
import type {
  ControlPlaneComponent,
  ControlPlaneHealth,
  ControlPlaneProblem,
} from '../../api/types';
import { useControlPlaneHealth } from '../usePlatformQueries';
import { useT } from '../../hooks/useT';
import type { Column } from '../../shared/DataTable';
import { EmptyState } from '../../shared/EmptyState';
import { IconText } from '../../shared/IconText';
import { Notice } from '../../shared/Notice';
import { PagedTable } from '../../shared/PagedTable';
import { QueryState } from '../../shared/QueryState';
import { Section } from '../../shared/Section';
import { MessageWithRemedy } from '../MessageWithRemedy';
import { StuckClaims } from './StuckClaims';

const severities = ['error', 'warning', 'ok'] as const;

/** Those with problems first; otherwise in the order of the backend. */
const bySeverity = (a: ControlPlaneComponent, b: ControlPlaneComponent) =>
  severities.indexOf(a.state) - severities.indexOf(b.state);

function ComponentsTable(props: { components: ControlPlaneComponent[] }) {
  const t = useT();
  const columns: Column<ControlPlaneComponent>[] = [
    {
      id: 'name',
      title: t('platform.controlPlane.column.name'),
      render: ({ name, revision }) => (
        <>
          {name}
          {revision && revision !== name && (
            <Typography variant="body2" color="textSecondary">
              {revision}
            </Typography>
          )}
        </>
      ),
    },
    {
      id: 'type',
      title: t('platform.controlPlane.column.type'),
      noWrap: true,
      render: ({ type }) => t(`platform.controlPlane.type.${type}`),
    },
    {
      id: 'version',
      title: t('platform.controlPlane.column.version'),
      noWrap: true,
      render: ({ version }) => version ?? '–',
    },
    {
      id: 'health',
      title: t('platform.controlPlane.column.health'),
      render: component => (
        <IconText tone={component.state}>
          <MessageWithRemedy problem={component} />
        </IconText>
      ),
    },
  ];
  return (
    <PagedTable
      size="small"
      label={t('platform.controlPlane.title')}
      columns={columns}
      rows={[...props.components].sort(bySeverity)}
      keyOf={({ name, type }) => `${type}/${name}`}
    />
  );
}

/** Problems that belong to neither a component nor a claim: lists that are refused, and Crossplane that is missing. */
function otherProblems({
  components,
  problems,
}: ControlPlaneHealth): ControlPlaneProblem[] {
  const shown = new Set(components.map(({ name }) => name));
  return problems.filter(
    ({ object, since }) => !since && !shown.has(object.name),
  );
}

function ProblemNotice({ problem }: { problem: ControlPlaneProblem }) {
  const t = useT();
  const { kind, name } = problem.object;
  return (
    <Notice
      tone={problem.severity}
      title={t('platform.controlPlane.object', { kind, name })}
    >
      <MessageWithRemedy problem={problem} />
    </Notice>
  );
}

function Health({ health }: { health: ControlPlaneHealth }) {
  const t = useT();
  const { components, problems } = health;
  const isHealthy =
    problems.length === 0 && components.every(({ state }) => state === 'ok');
  return (
    <>
      {isHealthy && (
        <Notice tone="ok">{t('platform.controlPlane.empty')}</Notice>
      )}
      {otherProblems(health).map(problem => (
        <ProblemNotice
          key={JSON.stringify([problem.object, problem.message])}
          problem={problem}
        />
      ))}
      {components.length === 0 ? (
        <EmptyState>{t('platform.controlPlane.nothingInstalled')}</EmptyState>
      ) : (
        <ComponentsTable components={components} />
      )}
    </>
  );
}

export function ComponentsSection() {
  const t = useT();
  const health = useControlPlaneHealth();
  return (
    <>
      <Section
        title={t('platform.controlPlane.title')}
        actions={
          <Button
            disabled={health.isFetching}
            onClick={() => void health.refetch()}
          >
            {t('platform.controlPlane.again')}
          </Button>
        }
      >
        <Typography variant="body2" color="textSecondary" paragraph>
          {t('platform.controlPlane.intro')}
        </Typography>
        <QueryState query={health} label={t('platform.controlPlane.what')}>
          {data => <Health health={data} />}
        </QueryState>
      </Section>
      {health.data && health.data.stuckClaims > 0 && (
        <StuckClaims health={health.data} />
      )}
    </>
  );
}

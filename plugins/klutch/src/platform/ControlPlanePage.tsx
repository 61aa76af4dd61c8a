/** Page with what is wrong on the control plane cluster, and what to do about it. */
import Button from '@material-ui/core/Button';
import Typography from '@material-ui/core/Typography';
import type { ControlPlaneProblem } from '../api/types';
import { useControlPlaneHealth } from '../hooks/usePlatformQueries';
import { useT } from '../hooks/useT';
import { DataTable, type Column } from '../shared/DataTable';
import { EmptyState } from '../shared/EmptyState';
import { IconText } from '../shared/IconText';
import { QueryState } from '../shared/QueryState';
import { Section } from '../shared/Section';
import { PlatformFrame } from './PlatformFrame';

function ProblemsTable({ problems }: { problems: ControlPlaneProblem[] }) {
  const t = useT();
  const columns: Column<ControlPlaneProblem>[] = [
    {
      id: 'severity',
      title: t('platform.controlPlane.column.severity'),
      render: ({ severity }) => (
        <IconText tone={severity}>
          {t(`platform.controlPlane.severity.${severity}`)}
        </IconText>
      ),
    },
    {
      id: 'object',
      title: t('platform.controlPlane.column.object'),
      render: ({ object }) => (
        <>
          {object.kind} {object.name}
          <Typography variant="body2" color="textSecondary">
            {object.namespace ?? object.apiVersion}
          </Typography>
        </>
      ),
    },
    {
      id: 'message',
      title: t('platform.controlPlane.column.message'),
      render: ({ message }) => message,
    },
    {
      id: 'remedy',
      title: t('platform.controlPlane.column.remedy'),
      render: ({ remedy }) => remedy,
    },
  ];
  return (
    <DataTable
      size="small"
      label={t('platform.controlPlane.title')}
      columns={columns}
      rowHeader="object"
      rows={problems}
      keyOf={({ object, message }) => JSON.stringify([object, message])}
    />
  );
}

function ProblemsSection() {
  const t = useT();
  const health = useControlPlaneHealth();
  return (
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
        {({ problems }) =>
          problems.length === 0 ? (
            <EmptyState>{t('platform.controlPlane.empty')}</EmptyState>
          ) : (
            <ProblemsTable problems={problems} />
          )
        }
      </QueryState>
    </Section>
  );
}

export function ControlPlanePage() {
  return (
    <PlatformFrame active="control-plane">
      <ProblemsSection />
    </PlatformFrame>
  );
}

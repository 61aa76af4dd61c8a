/** Page with what is wrong on the control plane cluster, and what to do about it. */
import Button from '@material-ui/core/Button';
import Table from '@material-ui/core/Table';
import TableBody from '@material-ui/core/TableBody';
import TableCell from '@material-ui/core/TableCell';
import TableContainer from '@material-ui/core/TableContainer';
import TableHead from '@material-ui/core/TableHead';
import TableRow from '@material-ui/core/TableRow';
import Typography from '@material-ui/core/Typography';
import type { ControlPlaneProblem } from '../api/types';
import { useControlPlaneHealth } from '../hooks/usePlatformQueries';
import { useT } from '../hooks/useT';
import { EmptyState } from '../shared/EmptyState';
import { IconText } from '../shared/IconText';
import { QueryState } from '../shared/QueryState';
import { Section } from '../shared/Section';
import { PlatformFrame } from './PlatformFrame';

const columns = ['severity', 'object', 'message', 'remedy'] as const;

function ProblemsTable({ problems }: { problems: ControlPlaneProblem[] }) {
  const t = useT();
  return (
    <TableContainer>
      <Table size="small" aria-label={t('platform.controlPlane.title')}>
        <TableHead>
          <TableRow>
            {columns.map(column => (
              <TableCell key={column}>
                {t(`platform.controlPlane.column.${column}`)}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {problems.map(({ severity, object, message, remedy }) => (
            <TableRow key={JSON.stringify([object, message])} hover>
              <TableCell>
                <IconText tone={severity}>
                  {t(`platform.controlPlane.severity.${severity}`)}
                </IconText>
              </TableCell>
              <TableCell component="th" scope="row">
                {object.kind} {object.name}
                <Typography variant="body2" color="textSecondary">
                  {object.namespace ?? object.apiVersion}
                </Typography>
              </TableCell>
              <TableCell>{message}</TableCell>
              <TableCell>{remedy}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
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

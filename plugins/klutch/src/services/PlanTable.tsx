/** Table that compares plans; plans that are not available here are greyed, with the reason. */
import Button from '@material-ui/core/Button';
import Table from '@material-ui/core/Table';
import TableBody from '@material-ui/core/TableBody';
import TableCell from '@material-ui/core/TableCell';
import TableContainer from '@material-ui/core/TableContainer';
import TableHead from '@material-ui/core/TableHead';
import TableRow from '@material-ui/core/TableRow';
import Typography from '@material-ui/core/Typography';
import { useState } from 'react';
import type { Plan } from '../api/types';
import { useT } from '../hooks/useT';
import { PlanRow } from './PlanRow';
import { arrangePlans, planAttributesOf } from './arrangePlans';

export function PlanTable(props: {
  plans: Plan[];
  /** The chosen plan; with `onChoose` the plans are selectable. */
  value?: string;
  onChoose?: (plan: string) => void;
}) {
  const { plans, value, onChoose } = props;
  const t = useT();
  const [showsAll, setShowsAll] = useState(false);
  const columns = planAttributesOf(plans);
  const { shown, more } = arrangePlans(plans, showsAll);
  if (plans.length === 0) {
    return <Typography variant="body2">{t('services.plan.none')}</Typography>;
  }
  return (
    <>
      <TableContainer>
        <Table size="small" aria-label={t('services.service.plans')}>
          <TableHead>
            <TableRow>
              {onChoose && <TableCell padding="checkbox" />}
              <TableCell>{t('services.plan.plan')}</TableCell>
              {columns.map(column => (
                <TableCell key={column} align="right">
                  {t(`services.plan.${column}`)}
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {shown.map(plan => (
              <PlanRow
                key={plan.value}
                plan={plan}
                columns={columns}
                chosen={onChoose !== undefined && plan.value === value}
                onChoose={onChoose}
              />
            ))}
          </TableBody>
        </Table>
      </TableContainer>
      {more > 0 && (
        <Button size="small" onClick={() => setShowsAll(true)}>
          {t('services.plan.more', { count: more })}
        </Button>
      )}
    </>
  );
}

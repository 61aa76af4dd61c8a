/** Plans side by side, with what differs between them; what cannot run here is greyed, with the reason. */
import Radio from '@material-ui/core/Radio';
import Table from '@material-ui/core/Table';
import TableBody from '@material-ui/core/TableBody';
import TableCell from '@material-ui/core/TableCell';
import TableContainer from '@material-ui/core/TableContainer';
import TableHead from '@material-ui/core/TableHead';
import TableRow from '@material-ui/core/TableRow';
import Typography from '@material-ui/core/Typography';
import { makeStyles } from '@material-ui/core/styles';
import type { Plan } from '../api/types';
import { useT } from '../hooks/useT';

const useStyles = makeStyles(theme => ({
  away: { '& td, & th': { color: theme.palette.text.disabled } },
  reason: { color: theme.palette.text.secondary },
  choice: { cursor: 'pointer' },
  measure: { whiteSpace: 'nowrap' },
}));

const measures = ['replicas', 'memory', 'storage', 'connections'] as const;

/** The measures that at least one plan tells. */
export function measuresOf(plans: Plan[]) {
  return measures.filter(measure =>
    plans.some(plan => plan[measure] !== undefined),
  );
}

export function PlanTable(props: {
  plans: Plan[];
  /** The chosen plan; together with `onChoose` the table becomes a choice. */
  value?: string;
  onChoose?: (plan: string) => void;
}) {
  const classes = useStyles();
  const t = useT();
  const { plans, value, onChoose } = props;
  const columns = measuresOf(plans);
  if (plans.length === 0) {
    return <Typography variant="body2">{t('catalog.plan.none')}</Typography>;
  }
  return (
    <TableContainer>
      <Table size="small" aria-label={t('catalog.service.plans')}>
        <TableHead>
          <TableRow>
            {onChoose && <TableCell padding="checkbox" />}
            <TableCell>{t('catalog.plan.plan')}</TableCell>
            {columns.map(column => (
              <TableCell key={column} align="right">
                {t(`catalog.plan.${column}`)}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {plans.map(plan => (
            <TableRow
              key={plan.value}
              selected={onChoose && plan.value === value}
              hover={onChoose && plan.available}
              className={
                plan.available
                  ? (onChoose && classes.choice) || undefined
                  : classes.away
              }
              onClick={
                plan.available && onChoose
                  ? () => onChoose(plan.value)
                  : undefined
              }
            >
              {onChoose && (
                <TableCell padding="checkbox">
                  <Radio
                    color="primary"
                    name="plan"
                    value={plan.value}
                    checked={plan.value === value}
                    disabled={!plan.available}
                    onChange={() => onChoose(plan.value)}
                    inputProps={{
                      'aria-label': t('catalog.plan.choose', {
                        plan: plan.title,
                      }),
                    }}
                  />
                </TableCell>
              )}
              <TableCell component="th" scope="row">
                {plan.title}
                {plan.description && (
                  <Typography variant="body2" className={classes.reason}>
                    {plan.description}
                  </Typography>
                )}
                {!plan.available && (
                  <Typography variant="body2" className={classes.reason}>
                    {t('catalog.plan.notAvailable', {
                      reason: plan.reason ?? t('shared.unknown'),
                    })}
                  </Typography>
                )}
              </TableCell>
              {columns.map(column => (
                <TableCell
                  key={column}
                  align="right"
                  className={classes.measure}
                >
                  {plan[column] ?? '–'}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

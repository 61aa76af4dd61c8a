/** Conditions as messages for users, with the raw conditions in a disclosure. */
import Typography from '@material-ui/core/Typography';
import { makeStyles } from '@material-ui/core/styles';
import CheckIcon from '@material-ui/icons/CheckCircle';
import HelpIcon from '@material-ui/icons/HelpOutline';
import WarningIcon from '@material-ui/icons/Warning';
import { stringify } from 'yaml';
import type { Condition } from '../api/types';
import { useT, type T } from '../hooks/useT';
import { CodeBlock } from './CodeBlock';
import { Disclosure } from './Disclosure';
import { RelativeTime } from './RelativeTime';
import { useToneClasses } from './tones';

const useStyles = makeStyles(theme => ({
  list: { listStyle: 'none', margin: 0, padding: 0 },
  item: {
    display: 'flex',
    gap: theme.spacing(1),
    padding: theme.spacing(0.75, 0),
  },
  text: { minWidth: 0, overflowWrap: 'anywhere' },
}));

/** Message for a condition; `Ready` and `Synced` have texts of their own. */
export function conditionText(condition: Condition, t: T): string {
  const good = condition.status === 'True';
  if (condition.type === 'Ready') {
    return good
      ? t('instance.conditions.readyTrue')
      : t('instance.conditions.readyFalse');
  }
  if (condition.type === 'Synced') {
    return good
      ? t('instance.conditions.syncedTrue')
      : t('instance.conditions.syncedFalse');
  }
  const words = condition.type
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/ [A-Z](?=[a-z])/g, letter => letter.toLowerCase());
  const states: Record<string, string> = {
    True: t('shared.conditions.good'),
    False: t('shared.conditions.bad'),
  };
  return t('instance.conditions.other', {
    type: words,
    status: (
      states[condition.status] ?? t('shared.conditions.pending')
    ).toLowerCase(),
  });
}

function ConditionIcon({ status }: { status: string }) {
  const classes = useToneClasses();
  if (status === 'True') {
    return <CheckIcon fontSize="small" className={classes.ok} aria-hidden />;
  }
  return status === 'False' ? (
    <WarningIcon fontSize="small" className={classes.warning} aria-hidden />
  ) : (
    <HelpIcon fontSize="small" color="disabled" aria-hidden />
  );
}

export function ConditionList({ conditions }: { conditions: Condition[] }) {
  const classes = useStyles();
  const t = useT();
  if (conditions.length === 0) {
    return (
      <Typography variant="body2" color="textSecondary">
        {t('shared.conditions.empty')}
      </Typography>
    );
  }
  return (
    <>
      <ul className={classes.list}>
        {conditions.map(condition => (
          <li key={condition.type} className={classes.item}>
            <ConditionIcon status={condition.status} />
            <div className={classes.text}>
              <Typography variant="body2">
                {conditionText(condition, t)}
              </Typography>
              <Typography variant="body2" color="textSecondary">
                {condition.status !== 'True' && condition.message && (
                  <>{condition.message} · </>
                )}
                {condition.lastTransitionTime && (
                  <RelativeTime at={condition.lastTransitionTime} />
                )}
              </Typography>
            </div>
          </li>
        ))}
      </ul>
      <Disclosure title={t('shared.conditions.raw')}>
        <CodeBlock
          label={t('shared.conditions.raw')}
          text={stringify(conditions)}
        />
      </Disclosure>
    </>
  );
}

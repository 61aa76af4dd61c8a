/** Page on which supporters trace a claim of any tenant. */
import { stringifyClaimRef } from '@klutch/backstage-plugin-klutch-common';
import Button from '@material-ui/core/Button';
import TextField from '@material-ui/core/TextField';
import Typography from '@material-ui/core/Typography';
import { makeStyles } from '@material-ui/core/styles';
import { useState, type FormEvent } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useT } from '../../hooks/useT';
import { FormError } from '../../shared/FormError';
import { Section } from '../../shared/Section';
import { Skeleton } from '../../shared/Skeleton';
import { PlatformFrame } from '../PlatformFrame';
import { TraceResult } from './TraceResult';
import { useSupportTrace } from './useSupportTrace';

/**
 * Search parameter with the claim that was traced, for links of one supporter to another. Never what was entered: people
 * paste anything, and addresses are logged.
 */
const parameter = 'of';

const MAX_LENGTH = 1_000;

const useStyles = makeStyles(theme => ({
  form: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'flex-start',
    gap: theme.spacing(2),
  },
  field: { flex: '1 1 320px' },
}));

function TraceContent() {
  const t = useT();
  const classes = useStyles();
  const [search, setSearch] = useSearchParams();
  const [text, setText] = useState(search.get(parameter) ?? '');
  const trace = useSupportTrace();
  const run = (wanted: string) => {
    setText(wanted);
    trace.mutate(wanted, {
      onSuccess: ({ trace: found }) =>
        setSearch(
          found ? { [parameter]: stringifyClaimRef(found.claim) } : {},
          {
            replace: true,
          },
        ),
    });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim()) run(text.trim());
  };
  return (
    <>
      <Section title={t('trace.title')}>
        <Typography variant="body2" color="textSecondary" paragraph>
          {t('trace.intro')}
        </Typography>
        <form className={classes.form} onSubmit={submit}>
          <TextField
            id="klutch-trace-text"
            className={classes.field}
            label={t('trace.text')}
            helperText={t('trace.help')}
            size="small"
            value={text}
            onChange={event => setText(event.target.value)}
            inputProps={{ maxLength: MAX_LENGTH, spellCheck: false }}
          />
          <Button
            type="submit"
            variant="contained"
            color="primary"
            disabled={trace.isPending || !text.trim()}
          >
            {t('trace.action')}
          </Button>
        </form>
      </Section>
      <FormError error={trace.error} />
      {trace.isPending && <Skeleton label={t('trace.steps')} />}
      {trace.data && <TraceResult result={trace.data} onChoose={run} />}
    </>
  );
}

export function TracePage() {
  return (
    <PlatformFrame active="trace">
      <TraceContent />
    </PlatformFrame>
  );
}

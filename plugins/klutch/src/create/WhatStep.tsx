/** Step 2: which version and plan, and the rest of the settings. */
import FormControl from '@material-ui/core/FormControl';
import FormHelperText from '@material-ui/core/FormHelperText';
import FormLabel from '@material-ui/core/FormLabel';
import ListItemText from '@material-ui/core/ListItemText';
import MenuItem from '@material-ui/core/MenuItem';
import TextField from '@material-ui/core/TextField';
import Typography from '@material-ui/core/Typography';
import { makeStyles } from '@material-ui/core/styles';
import { lazy, Suspense, useMemo } from 'react';
import type { FieldCause } from '../api/KlutchError';
import { PlanTable } from '../catalog/PlanTable';
import { useT } from '../hooks/useT';
import { Fold } from '../shared/Fold';
import { Skeleton } from '../shared/Skeleton';
import { givenParameters } from './draft';
import { settingsErrors, settingsSchema } from './settingsSchema';
import type { StepProps } from './WhereStep';

const SettingsForm = lazy(() =>
  import('./SettingsForm').then(m => ({ default: m.SettingsForm })),
);

const useStyles = makeStyles(theme => ({
  root: { display: 'grid', gap: theme.spacing(4) },
  version: { maxWidth: 420 },
  choice: { whiteSpace: 'normal' },
  help: { marginBottom: theme.spacing(2) },
}));

export function WhatStep(
  props: StepProps & {
    causes: FieldCause[];
    onSettings: (value: Record<string, unknown>, valid: boolean) => void;
  },
) {
  const { service, draft, problems, onChange } = props;
  const classes = useStyles();
  const t = useT();
  const settings = useMemo(
    () =>
      settingsSchema(service.schema, value =>
        t('create.what.default', { value }),
      ),
    [service.schema, t],
  );
  const errors = useMemo(() => settingsErrors(props.causes), [props.causes]);
  const changed = Object.keys(givenParameters(draft.parameters)).length;

  return (
    <div className={classes.root}>
      {service.versions.length > 0 && (
        <TextField
          id="klutch-create-version"
          className={classes.version}
          select
          label={t('create.what.version')}
          value={draft.version}
          onChange={event => onChange({ version: event.target.value })}
          error={Boolean(problems.version)}
          helperText={problems.version}
          variant="outlined"
          SelectProps={{
            renderValue: value =>
              service.versions.find(version => version.value === value)?.title,
          }}
        >
          {service.versions.map(version => (
            <MenuItem
              key={version.value}
              value={version.value}
              disabled={!version.available}
            >
              <ListItemText
                className={classes.choice}
                primary={version.title}
                secondary={
                  version.available
                    ? undefined
                    : (version.reason ?? t('catalog.plan.notAvailable'))
                }
              />
            </MenuItem>
          ))}
        </TextField>
      )}
      <FormControl
        component="fieldset"
        error={Boolean(problems.plan)}
        fullWidth
      >
        <FormLabel component="legend">{t('create.what.plan')}</FormLabel>
        {problems.plan && <FormHelperText>{problems.plan}</FormHelperText>}
        <PlanTable
          plans={service.plans}
          value={draft.plan}
          onChoose={plan => onChange({ plan })}
        />
      </FormControl>
      {settings ? (
        <Fold
          title={
            changed > 0
              ? t('create.what.settingsChanged', { count: changed })
              : t('create.what.settings')
          }
          open={Boolean(problems.parameters) || undefined}
        >
          <Typography
            variant="body2"
            color={problems.parameters ? 'error' : 'textSecondary'}
            className={classes.help}
          >
            {problems.parameters ?? t('create.what.settingsHelp')}
          </Typography>
          <Suspense fallback={<Skeleton what={t('create.what.settings')} />}>
            <SettingsForm
              settings={settings}
              value={draft.parameters}
              errors={errors}
              onChange={props.onSettings}
            />
          </Suspense>
          {settings.elsewhere.length > 0 && (
            <Typography variant="body2" color="textSecondary">
              {t('create.what.settingsElsewhere', {
                names: settings.elsewhere.join(', '),
              })}
            </Typography>
          )}
        </Fold>
      ) : (
        <Typography variant="body2" color="textSecondary">
          {t('create.what.settingsNone')}
        </Typography>
      )}
    </div>
  );
}

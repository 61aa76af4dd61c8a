/** Step 2: version, plan and settings. */
import FormControl from '@material-ui/core/FormControl';
import FormHelperText from '@material-ui/core/FormHelperText';
import FormLabel from '@material-ui/core/FormLabel';
import Typography from '@material-ui/core/Typography';
import { makeStyles } from '@material-ui/core/styles';
import { lazy, Suspense, useMemo } from 'react';
import type { FieldCause } from '../api/KlutchError';
import { PlanTable } from '../services/PlanTable';
import { useT } from '../hooks/useT';
import { Disclosure } from '../shared/Disclosure';
import { Skeleton } from '../shared/Skeleton';
import type { Draft } from './draft';
import { settingsErrors } from './settings/errors';
import { countSettings, settingsForm } from './settings/form';
import { VersionField } from './VersionField';
import type { StepProps } from './WhereStep';

const SettingsForm = lazy(() =>
  import('./SettingsForm').then(m => ({ default: m.SettingsForm })),
);

const useStyles = makeStyles(theme => ({
  root: { display: 'grid', gap: theme.spacing(4) },
  help: { marginBottom: theme.spacing(2) },
}));

export function WhatStep(
  props: StepProps & {
    causes: FieldCause[];
    onSettings: (
      changes: Pick<Draft, 'form' | 'settings'>,
      valid: boolean,
    ) => void;
  },
) {
  const { service, draft, problems, onChange } = props;
  const classes = useStyles();
  const t = useT();
  const settings = useMemo(
    () =>
      settingsForm(service, {
        default: value => t('create.what.default', { value }),
        yaml: t('create.what.yaml'),
        more: title => t('create.what.more', { title }).trim(),
        notYaml: problem => t('create.what.notYaml', { problem }),
        notMapping: t('create.what.notMapping'),
        notList: t('create.what.notList'),
        required: t('create.what.required'),
      }),
    [service, t],
  );
  const errors = useMemo(
    () => (settings ? settingsErrors(props.causes, settings) : {}),
    [props.causes, settings],
  );
  const changed = countSettings(draft.settings);

  return (
    <div className={classes.root}>
      {service.versions.length > 0 && (
        <VersionField
          versions={service.versions}
          value={draft.version}
          problem={problems.version}
          onChange={version => onChange({ version })}
        />
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
        <Disclosure
          title={
            changed > 0
              ? t('create.what.settingsChanged', { count: changed })
              : t('create.what.settings')
          }
          open={Boolean(problems.settings) || undefined}
        >
          <Typography
            variant="body2"
            color={problems.settings ? 'error' : 'textSecondary'}
            className={classes.help}
          >
            {problems.settings ?? t('create.what.settingsHelp')}
          </Typography>
          <Suspense fallback={<Skeleton label={t('create.what.settings')} />}>
            <SettingsForm
              settings={settings}
              value={draft.form}
              errors={errors}
              onChange={props.onSettings}
            />
          </Suspense>
        </Disclosure>
      ) : (
        <Typography variant="body2" color="textSecondary">
          {t('create.what.settingsNone')}
        </Typography>
      )}
    </div>
  );
}

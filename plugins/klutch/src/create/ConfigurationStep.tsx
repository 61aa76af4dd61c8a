/** Step “What”: version, plan and settings. */
import Typography from '@material-ui/core/Typography';
import { makeStyles } from '@material-ui/core/styles';
import { lazy, Suspense, useMemo } from 'react';
import type { FieldCause } from '../api/KlutchError';
import { useT } from '../hooks/useT';
import { Disclosure } from '../shared/Disclosure';
import { Skeleton } from '../shared/Skeleton';
import type { Draft } from './draft';
import { PlanField } from './PlanField';
import { settingsErrors } from './settings/errors';
import { countSettings, settingsForm } from './settings/form';
import { VersionField } from './VersionField';
import type { StepProps } from './TargetStep';

const SettingsForm = lazy(() =>
  import('./SettingsForm').then(m => ({ default: m.SettingsForm })),
);

const useStyles = makeStyles(theme => ({
  root: { display: 'grid', gap: theme.spacing(4) },
  help: { marginBottom: theme.spacing(2) },
}));

export function ConfigurationStep(
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
      <PlanField
        plans={service.plans}
        value={draft.plan}
        problem={problems.plan}
        onChange={plan => onChange({ plan })}
      />
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

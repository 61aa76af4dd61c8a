/** Step “What”: version, plan and settings. */
import Typography from '@material-ui/core/Typography';
import { makeStyles } from '@material-ui/core/styles';
import { lazy, Suspense, useMemo } from 'react';
import type { FieldCause } from '../api/KlutchError';
import { useT } from '../hooks/useT';
import { Disclosure } from '../shared/Disclosure';
import { Skeleton } from '../shared/Skeleton';
import { toClaimRequest } from './draft';
import { PlanField } from './PlanField';
import { plansFor } from './plans';
import { settingsErrors } from '../settings/errors';
import { countSettings, type SettingsValue } from '../settings/form';
import { useSettingsForm } from '../settings/useSettingsForm';
import { VersionField } from './VersionField';
import type { StepProps } from './TargetStep';

const SettingsForm = lazy(() =>
  import('../settings/SettingsForm').then(m => ({ default: m.SettingsForm })),
);

const useStyles = makeStyles(theme => ({
  root: { display: 'grid', gap: theme.spacing(4) },
  help: { marginBottom: theme.spacing(2) },
}));

export function ConfigurationStep(
  props: StepProps & {
    causes: FieldCause[];
    onSettings: (value: SettingsValue, valid: boolean) => void;
  },
) {
  const { service, draft, problems, onChange } = props;
  const classes = useStyles();
  const t = useT();
  const settings = useSettingsForm(service, { plan: draft.plan });
  const errors = useMemo(
    () => (settings ? settingsErrors(props.causes, settings, t) : {}),
    [props.causes, settings, t],
  );
  const changed = countSettings(draft.settings);
  const plans = useMemo(
    () =>
      plansFor(service, { version: draft.version, settings: draft.settings }),
    [service, draft.version, draft.settings],
  );

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
        plans={plans}
        value={draft.plan}
        problem={problems.plan}
        onChange={plan => onChange({ plan })}
      />
      {problems.settings && (
        <Typography variant="body2" color="error">
          {problems.settings}
        </Typography>
      )}
      {settings ? (
        <Disclosure
          title={
            changed > 0
              ? t('settings.changed', { count: changed })
              : t('settings.title')
          }
          open={Boolean(problems.settings)}
        >
          <Typography
            variant="body2"
            color="textSecondary"
            className={classes.help}
          >
            {t('settings.help')}
          </Typography>
          <Suspense fallback={<Skeleton label={t('settings.title')} />}>
            <SettingsForm
              settings={settings}
              value={draft.form}
              errors={errors}
              rules={{
                schema: service.schema,
                others: toClaimRequest(service, { ...draft, settings: {} })
                  .spec,
              }}
              onChange={props.onSettings}
            />
          </Suspense>
        </Disclosure>
      ) : (
        <Typography variant="body2" color="textSecondary">
          {t('settings.none')}
        </Typography>
      )}
    </div>
  );
}

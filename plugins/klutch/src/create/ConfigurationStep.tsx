/** Step “What”: backend, version, plan and settings. */
import Typography from '@material-ui/core/Typography';
import { makeStyles } from '@material-ui/core/styles';
import { lazy, Suspense, useMemo } from 'react';
import type { FieldCause } from '../api/KlutchError';
import { useT } from '../hooks/useT';
import { Disclosure } from '../shared/Disclosure';
import { Skeleton } from '../shared/Skeleton';
import { BackendField } from '../plans/BackendField';
import { backendsOf } from '../plans/compositions';
import { compositionOf, toClaimRequest } from './draft';
import { PlanField } from '../plans/PlanField';
import { plansFor } from '../plans/plansFor';
import { settingsErrors } from '../settings/errors';
import { countSettings, type SettingsValue } from '../settings/form';
import { useSettingsForm } from '../settings/useSettingsForm';
import { VersionField } from '../plans/VersionField';
import type { StepProps } from './TargetStep';

const SettingsForm = lazy(() =>
  import('../settings/SettingsForm').then(m => ({ default: m.SettingsForm })),
);

const useStyles = makeStyles(theme => ({
  root: { display: 'grid', gap: theme.spacing(4) },
  help: { marginBottom: theme.spacing(2) },
}));

/** The field that the choice of the backend takes the place of. */
const isBackend = (field: string) => field === 'compositionRef';

interface ConfigurationProps extends StepProps {
  causes: FieldCause[];
  onBackend: (composition: string) => void;
  onSettings: (value: SettingsValue, valid: boolean) => void;
}

/** The form of the settings, folded. */
function Settings(props: ConfigurationProps & { hasBackends: boolean }) {
  const { service, draft, problems } = props;
  const classes = useStyles();
  const t = useT();
  const settings = useSettingsForm(service, {
    plan: draft.plan,
    ...(props.hasBackends && { isOmitted: isBackend }),
  });
  const errors = useMemo(
    () => (settings ? settingsErrors(props.causes, settings, t) : {}),
    [props.causes, settings, t],
  );
  const changed = countSettings(draft.settings);
  if (!settings) {
    return (
      <Typography variant="body2" color="textSecondary">
        {t('settings.none')}
      </Typography>
    );
  }
  const { spec } = toClaimRequest(service, { ...draft, settings: {} });
  return (
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
          rules={{ schema: service.schema, others: spec }}
          onChange={props.onSettings}
        />
      </Suspense>
    </Disclosure>
  );
}

export function ConfigurationStep(props: ConfigurationProps) {
  const { service, draft, problems, onChange } = props;
  const classes = useStyles();
  const backends = useMemo(() => backendsOf(service), [service]);
  const hasBackends = backends.length > 0;
  const { version } = draft;
  const composition = compositionOf(draft);
  const plans = useMemo(
    () => plansFor(service, { version, composition }),
    [service, version, composition],
  );

  return (
    <div className={classes.root}>
      {hasBackends && (
        <BackendField
          backends={backends}
          byDefault={service.defaultComposition}
          value={composition}
          problem={problems.composition}
          onChange={props.onBackend}
        />
      )}
      {service.versions.length > 0 && (
        <VersionField
          versions={service.versions}
          value={version}
          problem={problems.version}
          onChange={chosen => onChange({ version: chosen })}
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
      <Settings {...props} hasBackends={hasBackends} />
    </div>
  );
}

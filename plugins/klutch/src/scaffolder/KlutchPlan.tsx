/** Field `KlutchPlan` of a template: a version of the service, and a plan that the version has. */
import Typography from '@material-ui/core/Typography';
import { useEffect, useMemo } from 'react';
import type { ServiceDetail } from '../api/types';
import { initialDraft } from '../create/draft';
import { PlanField } from '../plans/PlanField';
import { plansFor } from '../plans/plansFor';
import { VersionField } from '../plans/VersionField';
import { useT } from '../hooks/useT';
import { FieldGroup } from './FieldGroup';
import type { PlanFieldProps } from './fields';
import { ServiceOfField } from './ServiceOfField';

/** Empty strings are missing values, as in the order form. */
interface ChosenPlan {
  version: string;
  plan: string;
}

function PlanControls(props: {
  service: ServiceDetail;
  value: ChosenPlan;
  onChange: (value: ChosenPlan) => void;
}) {
  const { service, value, onChange } = props;
  const t = useT();
  // Leaves out what the service no longer has, and chooses what has no alternative.
  const { version, plan } = initialDraft(
    service,
    new URLSearchParams({ ...value }),
  );
  const plans = useMemo(
    () => plansFor(service, { version }),
    [service, version],
  );

  useEffect(() => {
    if (version !== value.version || plan !== value.plan) {
      onChange({ version, plan });
    }
  }, [version, plan, value.version, value.plan, onChange]);

  const hasVersions = service.versions.length > 0;
  return (
    <>
      {hasVersions && (
        <VersionField
          versions={service.versions}
          value={version}
          problem={undefined}
          onChange={chosen => onChange({ version: chosen, plan })}
        />
      )}
      {hasVersions && !version ? (
        <Typography variant="body2" color="textSecondary">
          {t('scaffolder.versionFirst')}
        </Typography>
      ) : (
        <PlanField
          plans={plans}
          value={plan}
          problem={undefined}
          onChange={chosen => onChange({ version, plan: chosen })}
        />
      )}
    </>
  );
}

export function KlutchPlan(props: PlanFieldProps) {
  const { formData, onChange, uiSchema } = props;
  const t = useT();
  const { service: version = '', plan = '' } = formData ?? {};
  return (
    <FieldGroup
      field={props}
      defaultTitle={t('scaffolder.plan')}
      values={[version, plan]}
    >
      <ServiceOfField resource={uiSchema['ui:options']?.resource}>
        {service => (
          <PlanControls
            service={service}
            value={{ version, plan }}
            onChange={chosen =>
              onChange({
                ...(chosen.version && { service: chosen.version }),
                ...(chosen.plan && { plan: chosen.plan }),
              })
            }
          />
        )}
      </ServiceOfField>
    </FieldGroup>
  );
}

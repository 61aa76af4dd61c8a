/** Selection of the offered APIs to bind, and of their permission claims to accept. */
import Checkbox from '@material-ui/core/Checkbox';
import FormControl from '@material-ui/core/FormControl';
import FormControlLabel from '@material-ui/core/FormControlLabel';
import FormGroup from '@material-ui/core/FormGroup';
import FormHelperText from '@material-ui/core/FormHelperText';
import FormLabel from '@material-ui/core/FormLabel';
import type { BindRequest, ExportTemplate } from '../../api/types';
import { useExportTemplates } from '../usePlatformQueries';
import { useT } from '../../hooks/useT';
import { Notice } from '../../shared/Notice';
import { QueryState } from '../../shared/QueryState';
import { ClaimsList } from '../ClaimsList';
import { apiLabel } from './apiLabel';
import { acceptedOf, ClaimAnswers } from './ClaimAnswers';

/** What is selected. */
export interface ChosenApis {
  /** Resource of each API. */
  resources: string[];
  /** `whole` of the permission claims that are rejected, by resource; others are accepted. */
  rejected: Record<string, string[]>;
}

/** These APIs with all their permission claims. */
export const acceptingAll = (resources: string[]): ChosenApis => ({
  resources,
  rejected: {},
});

/** Whether the operator may bind the API, as far as is known. */
const isOffered = ({ mayBind }: ExportTemplate) => mayBind !== false;

/** Bind requests for the selected APIs that the operator may bind, with the permission claims that are accepted. */
export const bindRequests = (
  offered: ExportTemplate[],
  { rejected, resources }: ChosenApis,
): BindRequest[] =>
  offered
    .filter(api => isOffered(api) && resources.includes(api.resource))
    .map(({ claims, resource }) => ({
      resource,
      acceptedClaims: acceptedOf(claims, rejected[resource] ?? []),
    }));

function Choices(props: {
  templates: ExportTemplate[];
  bound: string[];
  chosen: ChosenApis;
  onChange: (chosen: ChosenApis) => void;
}) {
  const { bound, chosen, onChange, templates } = props;
  const { rejected, resources } = chosen;
  const t = useT();
  if (templates.length === 0) {
    return <Notice tone="neutral">{t('platform.join.none')}</Notice>;
  }
  return (
    <FormControl component="fieldset" margin="normal">
      <FormLabel component="legend">{t('platform.join.apis')}</FormLabel>
      <FormHelperText>{t('platform.join.accepts')}</FormHelperText>
      <FormGroup>
        {templates.map(template => {
          const { claims, resource } = template;
          const isChosen = isOffered(template) && resources.includes(resource);
          return (
            <div key={resource}>
              <FormControlLabel
                disabled={!isOffered(template)}
                label={apiLabel(template, bound.includes(resource), t)}
                control={
                  <Checkbox
                    color="primary"
                    checked={isChosen}
                    onChange={({ target: { checked } }) =>
                      onChange({
                        ...chosen,
                        resources: checked
                          ? [...resources, resource]
                          : resources.filter(other => other !== resource),
                      })
                    }
                  />
                }
              />
              {isChosen ? (
                <ClaimAnswers
                  claims={claims}
                  rejected={rejected[resource] ?? []}
                  onChange={answer =>
                    onChange({
                      ...chosen,
                      rejected: { ...rejected, [resource]: answer },
                    })
                  }
                />
              ) : (
                claims.length > 0 && <ClaimsList claims={claims} />
              )}
            </div>
          );
        })}
      </FormGroup>
    </FormControl>
  );
}

export function ApiChoice(props: {
  /** APIs that are already bound to the app cluster. */
  bound: string[];
  chosen: ChosenApis;
  onChange: (chosen: ChosenApis) => void;
}) {
  const t = useT();
  const templates = useExportTemplates();
  return (
    <QueryState query={templates} label={t('templates.what')}>
      {({ items }) => <Choices {...props} templates={items} />}
    </QueryState>
  );
}

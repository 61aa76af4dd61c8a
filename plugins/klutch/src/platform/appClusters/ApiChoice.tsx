/** Selection of the offered APIs to bind; each API shows the permission claims that selecting the API accepts. */
import Checkbox from '@material-ui/core/Checkbox';
import FormControl from '@material-ui/core/FormControl';
import FormControlLabel from '@material-ui/core/FormControlLabel';
import FormGroup from '@material-ui/core/FormGroup';
import FormHelperText from '@material-ui/core/FormHelperText';
import FormLabel from '@material-ui/core/FormLabel';
import type { BindRequest, ExportTemplate } from '../../api/types';
import { useExportTemplates } from '../../hooks/usePlatformQueries';
import { useT } from '../../hooks/useT';
import { Notice } from '../../shared/Notice';
import { QueryState } from '../../shared/QueryState';
import { ClaimsList } from '../ClaimsList';

/** Bind requests for the selected APIs, accepting all their permission claims. */
export const bindRequests = (
  offered: ExportTemplate[],
  chosen: string[],
): BindRequest[] =>
  offered
    .filter(({ resource }) => chosen.includes(resource))
    .map(({ claims, resource }) => ({ resource, acceptedClaims: claims }));

function Choices(props: {
  templates: ExportTemplate[];
  bound: string[];
  chosen: string[];
  onChange: (chosen: string[]) => void;
}) {
  const { bound, chosen, onChange, templates } = props;
  const t = useT();
  if (templates.length === 0) {
    return <Notice tone="neutral">{t('platform.join.none')}</Notice>;
  }
  return (
    <FormControl component="fieldset" margin="normal">
      <FormLabel component="legend">{t('platform.join.apis')}</FormLabel>
      <FormHelperText>{t('platform.join.accepts')}</FormHelperText>
      <FormGroup>
        {templates.map(({ claims, resource, title }) => (
          <div key={resource}>
            <FormControlLabel
              label={
                bound.includes(resource)
                  ? t('platform.bind.again', { title })
                  : title
              }
              control={
                <Checkbox
                  color="primary"
                  checked={chosen.includes(resource)}
                  onChange={({ target: { checked } }) =>
                    onChange(
                      checked
                        ? [...chosen, resource]
                        : chosen.filter(other => other !== resource),
                    )
                  }
                />
              }
            />
            {claims.length > 0 && <ClaimsList claims={claims} />}
          </div>
        ))}
      </FormGroup>
    </FormControl>
  );
}

export function ApiChoice(props: {
  /** APIs that are already bound to the app cluster. */
  bound: string[];
  chosen: string[];
  onChange: (chosen: string[]) => void;
}) {
  const t = useT();
  const templates = useExportTemplates();
  return (
    <QueryState query={templates} label={t('templates.what')}>
      {({ items }) => <Choices {...props} templates={items} />}
    </QueryState>
  );
}

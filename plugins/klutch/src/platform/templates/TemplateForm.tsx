/** The contents of an offer, to be edited: what the API is, its permission claims, and who may bind it. */
import Button from '@material-ui/core/Button';
import Typography from '@material-ui/core/Typography';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import { useState } from 'react';
import type { Api } from '../../api/types';
import { useT, type T } from '../../hooks/useT';
import { DescriptionList } from '../../shared/DescriptionList';
import { AudienceEditor } from './AudienceEditor';
import { ClaimEditor } from './ClaimEditor';
import type { EditedClaim } from './claimFields';
import { LazyDisclosure } from './LazyDisclosure';
import { PartHeading } from './PartHeading';
import { SchemaPreview } from './SchemaPreview';
import type { TemplateContents } from './templateContents';

const newClaim: EditedClaim = {
  group: '',
  resource: '',
  version: 'v1',
  selector: { owner: 'Provider' },
};

function versionText(
  { deprecated, name, storage }: Schemas['ApiVersion'],
  t: T,
): string {
  if (deprecated) return t('templates.form.deprecated', { name });
  return storage ? t('templates.form.storage', { name }) : name;
}

function ApiFacts({ api }: { api: Api }) {
  const t = useT();
  const versions = api.versions
    .filter(({ served }) => served)
    .map(version => versionText(version, t));
  return (
    <>
      <DescriptionList
        items={[
          { name: t('templates.form.api'), value: api.resource },
          {
            name: t('templates.form.scope'),
            value: t('templates.form.namespaced'),
          },
          {
            name: t('templates.form.versions'),
            value: t('templates.form.versionsText', {
              versions: versions.join(', '),
            }),
          },
        ]}
      />
      <LazyDisclosure title={t('templates.form.schema')}>
        <SchemaPreview resource={api.resource} />
      </LazyDisclosure>
    </>
  );
}

/** Claims have no identity of their own, so each has a number for as long as it is edited. */
function useNumberedClaims(
  claims: EditedClaim[],
  onChange: (claims: EditedClaim[]) => void,
) {
  const [keys, setKeys] = useState(() => claims.map((_, index) => index));
  return {
    keys,
    add: () => {
      setKeys([...keys, Math.max(-1, ...keys) + 1]);
      onChange([...claims, newClaim]);
    },
    change: (at: number, claim: EditedClaim) =>
      onChange(claims.map((other, index) => (index === at ? claim : other))),
    remove: (at: number) => {
      setKeys(keys.filter((_, index) => index !== at));
      onChange(claims.filter((_, index) => index !== at));
    },
  };
}

function Claims(props: {
  claims: EditedClaim[];
  onChange: (claims: EditedClaim[]) => void;
}) {
  const { claims } = props;
  const t = useT();
  const numbered = useNumberedClaims(claims, props.onChange);
  return (
    <>
      <PartHeading>{t('templates.claims.title')}</PartHeading>
      <Typography variant="body2" color="textSecondary" paragraph>
        {t('templates.claims.text')} {t('templates.claims.reference')}
      </Typography>
      {claims.length === 0 && (
        <Typography variant="body2" paragraph>
          {t('templates.claims.none')}
        </Typography>
      )}
      {claims.map((claim, index) => (
        <ClaimEditor
          key={numbered.keys[index]}
          number={index + 1}
          claim={claim}
          onChange={changed => numbered.change(index, changed)}
          onRemove={() => numbered.remove(index)}
        />
      ))}
      <Button variant="outlined" onClick={numbered.add}>
        {t('templates.claims.add')}
      </Button>
    </>
  );
}

export function TemplateForm(props: {
  api: Api | undefined;
  rules: Schemas['AudienceRules'];
  contents: TemplateContents;
  onChange: (contents: TemplateContents) => void;
}) {
  const { api, contents } = props;
  const t = useT();
  return (
    <>
      {api && <ApiFacts api={api} />}
      <Claims
        claims={contents.claims}
        onChange={claims => props.onChange({ ...contents, claims })}
      />
      <PartHeading>{t('templates.audience.title')}</PartHeading>
      <AudienceEditor
        audience={contents.audience}
        rules={props.rules}
        onChange={audience => props.onChange({ ...contents, audience })}
      />
    </>
  );
}

/** Field `KlutchOwner` of a template: the person, or one of the person's groups. */
import { ScaffolderField } from '@backstage/plugin-scaffolder-react/alpha';
import { useEffect } from 'react';
import type { Me } from '../api/types';
import { useMe } from '../hooks/useQueries';
import { useT } from '../hooks/useT';
import { OwnerField } from '../shared/OwnerField';
import { QueryState } from '../shared/QueryState';
import { descriptionOf } from './descriptionOf';
import type { OwnerFieldProps } from './fields';

function OwnerChoice(props: { field: OwnerFieldProps; me: Me }) {
  const { field, me } = props;
  const { formData, onChange, required, rawErrors, disabled, readonly } = field;
  const { userRef } = me;

  useEffect(() => {
    if (!formData) onChange(userRef);
  }, [formData, userRef, onChange]);

  return (
    <OwnerField
      me={me}
      value={formData ?? ''}
      onChange={onChange}
      label={field.schema.title}
      disabled={disabled || readonly}
      required={required}
      error={rawErrors.length > 0}
    />
  );
}

export function KlutchOwner(props: OwnerFieldProps) {
  const t = useT();
  const me = useMe();
  return (
    <ScaffolderField
      rawDescription={descriptionOf(props)}
      rawErrors={props.rawErrors}
      required={props.required}
    >
      <QueryState query={me} label={t('create.where.owner')}>
        {data => <OwnerChoice field={props} me={data} />}
      </QueryState>
    </ScaffolderField>
  );
}

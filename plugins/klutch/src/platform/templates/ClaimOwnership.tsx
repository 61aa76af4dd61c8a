/** Who owns the objects of a permission claim, and what happens in conflicts. */
import Typography from '@material-ui/core/Typography';
import { useT } from '../../hooks/useT';
import type { ClaimFieldsProps } from './ClaimFieldsProps';
import {
  claimProblems,
  fieldAt,
  withField,
  type FlagPath,
} from './claimFields';
import { FlagInput } from './FlagInput';

const flags: {
  path: FlagPath;
  label: 'autoAdopt' | 'autoDonate' | 'replaceExisting' | 'alwaysRecreate';
}[] = [
  { path: 'create.replaceExisting', label: 'replaceExisting' },
  { path: 'autoAdopt', label: 'autoAdopt' },
  { path: 'autoDonate', label: 'autoDonate' },
  { path: 'update.alwaysRecreate', label: 'alwaysRecreate' },
];

export function ClaimOwnership({ claim, onChange }: ClaimFieldsProps) {
  const t = useT();
  const recreate = 'onConflict.recreateWhenConsumerSideDeleted';
  return (
    <>
      {flags.map(({ path, label }) => (
        <FlagInput
          key={path}
          label={t(`templates.claims.${label}`)}
          checked={fieldAt(claim, path) === true}
          onChange={checked =>
            onChange(withField(claim, path, checked || undefined))
          }
        />
      ))}
      {claimProblems(claim).includes('exclusive') && (
        <Typography variant="body2" color="error" role="alert">
          {t('templates.claims.exclusive')}
        </Typography>
      )}
      <FlagInput
        label={t('templates.claims.recreate')}
        checked={fieldAt(claim, recreate) !== false}
        onChange={checked => onChange(withField(claim, recreate, checked))}
      />
    </>
  );
}

/** All fields of a permission claim, with the claim in plain words above them. */
import Button from '@material-ui/core/Button';
import MenuItem from '@material-ui/core/MenuItem';
import TextField from '@material-ui/core/TextField';
import Typography from '@material-ui/core/Typography';
import { makeStyles } from '@material-ui/core/styles';
import { useId } from 'react';
import { useT } from '../../hooks/useT';
import { FormText } from './FormText';
import type { ClaimFieldsProps } from './ClaimFieldsProps';
import { ClaimObjects } from './ClaimObjects';
import { ClaimOwnership } from './ClaimOwnership';
import { ClaimSync } from './ClaimSync';
import { ClaimWords } from './ClaimWords';
import { claimProblems, withField } from './claimFields';
import { FlagInput } from './FlagInput';
import { LazyDisclosure } from './LazyDisclosure';

const useStyles = makeStyles(theme => ({
  root: {
    margin: theme.spacing(0, 0, 2),
    padding: theme.spacing(1.5, 2),
    border: `1px solid ${theme.palette.divider}`,
    borderRadius: theme.shape.borderRadius,
  },
  head: {
    display: 'flex',
    alignItems: 'flex-start',
    justifyContent: 'space-between',
    gap: theme.spacing(1),
  },
  type: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(160px, 1fr))',
    gap: theme.spacing(0, 2),
  },
}));

function ClaimType({ claim, onChange }: ClaimFieldsProps) {
  const t = useT();
  const classes = useStyles();
  const problems = claimProblems(claim);
  return (
    <div className={classes.type}>
      <FormText
        label={t('templates.claims.resource')}
        value={claim.resource}
        problem={
          problems.includes('resource')
            ? t('templates.claims.resourceProblem')
            : undefined
        }
        help={t('templates.claims.resourceHelp')}
        onChange={value => onChange(withField(claim, 'resource', value))}
      />
      <FormText
        label={t('templates.claims.group')}
        value={claim.group ?? ''}
        help={t('templates.claims.groupHelp')}
        onChange={value => onChange(withField(claim, 'group', value))}
      />
      <FormText
        label={t('templates.claims.version')}
        value={claim.version}
        problem={
          problems.includes('version')
            ? t('templates.claims.versionProblem')
            : undefined
        }
        help=" "
        onChange={value => onChange(withField(claim, 'version', value))}
      />
    </div>
  );
}

const owners = ['Provider', 'Consumer', 'both'] as const;

function ClaimOwner({ claim, onChange }: ClaimFieldsProps) {
  const t = useT();
  const id = useId();
  return (
    <TextField
      select
      id={id}
      label={t('templates.claims.owner')}
      value={claim.selector?.owner ?? 'both'}
      onChange={({ target: { value } }) =>
        onChange(
          withField(
            claim,
            'selector.owner',
            value === 'both' ? undefined : value,
          ),
        )
      }
      SelectProps={{ SelectDisplayProps: { id: `${id}-value` } }}
      margin="dense"
      size="small"
      fullWidth
    >
      {owners.map(owner => (
        <MenuItem key={owner} value={owner}>
          {t(`templates.claims.owners.${owner}`)}
        </MenuItem>
      ))}
    </TextField>
  );
}

export function ClaimEditor(
  props: ClaimFieldsProps & { number: number; onRemove: () => void },
) {
  const { claim, onChange } = props;
  const t = useT();
  const classes = useStyles();
  const number = String(props.number);
  return (
    <div
      role="group"
      aria-label={t('templates.claims.label', { number })}
      className={classes.root}
    >
      <div className={classes.head}>
        {claim.resource ? (
          <div>
            <ClaimWords claim={claim} />
          </div>
        ) : (
          <Typography variant="body1">{t('templates.claims.type')}</Typography>
        )}
        <Button
          size="small"
          aria-label={t('templates.claims.remove', { number })}
          onClick={props.onRemove}
        >
          {t('templates.claims.removeAction')}
        </Button>
      </div>
      <ClaimType claim={claim} onChange={onChange} />
      <ClaimOwner claim={claim} onChange={onChange} />
      <FlagInput
        label={t('templates.claims.required')}
        checked={claim.required === true}
        onChange={checked =>
          onChange(withField(claim, 'required', checked || undefined))
        }
      />
      <LazyDisclosure title={t('templates.claims.objects')}>
        <ClaimObjects claim={claim} onChange={onChange} />
      </LazyDisclosure>
      <LazyDisclosure title={t('templates.claims.ownership')}>
        <ClaimOwnership claim={claim} onChange={onChange} />
      </LazyDisclosure>
      <LazyDisclosure title={t('templates.claims.sync')}>
        <ClaimSync claim={claim} onChange={onChange} />
      </LazyDisclosure>
    </div>
  );
}

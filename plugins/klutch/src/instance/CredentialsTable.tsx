/** The fields of revealed credentials; secret ones are masked until they are shown one by one. */
import IconButton from '@material-ui/core/IconButton';
import Tooltip from '@material-ui/core/Tooltip';
import { makeStyles } from '@material-ui/core/styles';
import VisibilityIcon from '@material-ui/icons/Visibility';
import VisibilityOffIcon from '@material-ui/icons/VisibilityOff';
import { credentialMask } from '@klutch/backstage-plugin-klutch-common';
import { useState } from 'react';
import type { CredentialField } from '../api/types';
import { useT } from '../hooks/useT';
import { CopyButton } from '../shared/CopyButton';
import { DataTable, type Column } from '../shared/DataTable';
import { monospaceFont } from '../shared/monospace';

const useStyles = makeStyles({
  value: {
    fontFamily: monospaceFont,
    overflowWrap: 'anywhere',
    whiteSpace: 'pre-wrap',
  },
  actions: { whiteSpace: 'nowrap' },
});

function FieldActions(props: {
  field: CredentialField;
  isShown: boolean;
  onToggle: () => void;
}) {
  const { field, isShown } = props;
  const classes = useStyles();
  const t = useT();
  const toggle = isShown
    ? t('instance.credentials.hide', { what: field.key })
    : t('instance.credentials.show', { what: field.key });
  return (
    <div className={classes.actions}>
      {field.secret && (
        <Tooltip title={toggle}>
          <IconButton size="small" aria-label={toggle} onClick={props.onToggle}>
            {isShown ? (
              <VisibilityOffIcon fontSize="small" />
            ) : (
              <VisibilityIcon fontSize="small" />
            )}
          </IconButton>
        </Tooltip>
      )}
      <CopyButton label={field.key} text={field.value} />
    </div>
  );
}

export function CredentialsTable(props: {
  label: string;
  fields: CredentialField[];
}) {
  const classes = useStyles();
  const t = useT();
  const [shown, setShown] = useState<readonly string[]>([]);
  const isShown = ({ key, secret }: CredentialField) =>
    !secret || shown.includes(key);
  const toggle = (key: string) =>
    setShown(
      shown.includes(key)
        ? shown.filter(other => other !== key)
        : [...shown, key],
    );
  const columns: Column<CredentialField>[] = [
    {
      id: 'key',
      title: t('instance.credentials.column.key'),
      render: ({ key }) => key,
    },
    {
      id: 'value',
      title: t('instance.credentials.column.value'),
      render: field =>
        isShown(field) ? (
          <span className={classes.value}>{field.value}</span>
        ) : (
          <span aria-label={t('instance.credentials.masked')} role="img">
            {credentialMask}
          </span>
        ),
    },
    {
      id: 'actions',
      title: t('instance.credentials.column.actions'),
      align: 'right',
      render: field => (
        <FieldActions
          field={field}
          isShown={isShown(field)}
          onToggle={() => toggle(field.key)}
        />
      ),
    },
  ];
  return (
    <DataTable
      label={props.label}
      size="small"
      columns={columns}
      rows={props.fields}
      keyOf={({ key }) => key}
    />
  );
}

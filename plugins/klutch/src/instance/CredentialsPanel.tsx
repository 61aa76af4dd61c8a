/** Revealed credentials in several formats: each field is masked and can be copied; the panel closes automatically. */
import Button from '@material-ui/core/Button';
import IconButton from '@material-ui/core/IconButton';
import Tab from '@material-ui/core/Tab';
import Table from '@material-ui/core/Table';
import TableBody from '@material-ui/core/TableBody';
import TableCell from '@material-ui/core/TableCell';
import TableRow from '@material-ui/core/TableRow';
import Tabs from '@material-ui/core/Tabs';
import Tooltip from '@material-ui/core/Tooltip';
import Typography from '@material-ui/core/Typography';
import { makeStyles } from '@material-ui/core/styles';
import VisibilityIcon from '@material-ui/icons/Visibility';
import VisibilityOffIcon from '@material-ui/icons/VisibilityOff';
import {
  credentialFormats,
  credentialMask,
  type CredentialFormat,
  type CredentialOrigin,
} from '@klutch/backstage-plugin-klutch-common';
import { useState } from 'react';
import type { Claim, CredentialField, Credentials } from '../api/types';
import { useReturnFocus } from '../hooks/useReturnFocus';
import { useT } from '../hooks/useT';
import { CopyButton } from '../shared/CopyButton';
import { Notice } from '../shared/Notice';
import { Section } from '../shared/Section';

const useStyles = makeStyles(theme => ({
  key: { width: 200 },
  // The value has no place beside its key on phones.
  [theme.breakpoints.down('xs')]: {
    row: {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr) auto',
      alignItems: 'center',
    },
    key: { width: 'auto', gridColumn: '1 / -1', border: 0, paddingBottom: 0 },
  },
  value: {
    fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
    overflowWrap: 'anywhere',
    whiteSpace: 'pre-wrap',
  },
  tabs: { minHeight: 40, marginBottom: theme.spacing(1) },
  tab: { minWidth: 0, minHeight: 40 },
  form: {
    margin: 0,
    padding: theme.spacing(2),
    background: theme.palette.background.default,
    border: `1px solid ${theme.palette.divider}`,
    borderRadius: theme.shape.borderRadius,
  },
  actions: { whiteSpace: 'nowrap', width: 1 },
  buttons: {
    display: 'flex',
    gap: theme.spacing(1),
    marginTop: theme.spacing(1),
  },
  foot: { marginTop: theme.spacing(2) },
}));

function FieldRow({ field }: { field: CredentialField }) {
  const classes = useStyles();
  const t = useT();
  const [shown, setShown] = useState(!field.secret);
  const toggle = shown
    ? t('instance.credentials.hide', { what: field.key })
    : t('instance.credentials.show', { what: field.key });
  return (
    <TableRow className={classes.row}>
      <TableCell component="th" scope="row" className={classes.key}>
        {field.key}
      </TableCell>
      <TableCell className={classes.value}>
        {shown ? (
          field.value
        ) : (
          <span aria-label={t('instance.credentials.masked')} role="img">
            {credentialMask}
          </span>
        )}
      </TableCell>
      <TableCell align="right" className={classes.actions}>
        {field.secret && (
          <Tooltip title={toggle}>
            <IconButton
              size="small"
              aria-label={toggle}
              onClick={() => setShown(!shown)}
            >
              {shown ? (
                <VisibilityOffIcon fontSize="small" />
              ) : (
                <VisibilityIcon fontSize="small" />
              )}
            </IconButton>
          </Tooltip>
        )}
        <CopyButton label={field.key} text={field.value} />
      </TableCell>
    </TableRow>
  );
}

function FormattedCredentials(props: {
  title: string;
  fields: CredentialField[];
  origin: CredentialOrigin;
  format: CredentialFormat;
}) {
  const { fields, origin, format } = props;
  const classes = useStyles();
  const t = useT();
  const [shown, setShown] = useState(false);
  const text = (withSecrets: boolean) =>
    credentialFormats(fields, origin, withSecrets)[format] ?? '';
  return (
    <>
      <pre className={`${classes.form} ${classes.value}`}>{text(shown)}</pre>
      {(format === 'psql' || format === 'serviceBinding') && (
        <Typography variant="body2" color="textSecondary">
          {t(`instance.credentials.${format}Hint`)}
        </Typography>
      )}
      <div className={classes.buttons}>
        {text(true) !== text(false) && (
          <Button size="small" onClick={() => setShown(!shown)}>
            {shown
              ? t('instance.credentials.hide', { what: props.title })
              : t('instance.credentials.show', { what: props.title })}
          </Button>
        )}
        <CopyButton label={props.title} text={text(true)} variant="button" />
      </div>
    </>
  );
}

/** The fields, or one of the formats, as chosen. */
function CredentialTabs(props: {
  fields: CredentialField[];
  origin: CredentialOrigin;
}) {
  const { fields, origin } = props;
  const classes = useStyles();
  const t = useT();
  const [format, setFormat] = useState<'fields' | CredentialFormat>('fields');
  const formats = credentialFormats(fields, origin, false);
  const tabs = [
    'fields' as const,
    ...(Object.keys(formats) as CredentialFormat[]),
  ];
  return (
    <>
      <Tabs
        value={format}
        onChange={(_, value) => setFormat(value)}
        indicatorColor="primary"
        textColor="inherit"
        className={classes.tabs}
        variant="scrollable"
        aria-label={t('instance.credentials.formats')}
      >
        {tabs.map(tab => (
          <Tab
            key={tab}
            value={tab}
            className={classes.tab}
            label={t(`instance.credentials.${tab}`)}
          />
        ))}
      </Tabs>
      {format === 'fields' ? (
        <Table
          size="small"
          aria-label={t('instance.credentials.title', { name: origin.binding })}
        >
          <TableBody>
            {fields.map(field => (
              <FieldRow key={field.key} field={field} />
            ))}
          </TableBody>
        </Table>
      ) : (
        <FormattedCredentials
          key={format}
          format={format}
          title={t(`instance.credentials.${format}`)}
          fields={fields}
          origin={origin}
        />
      )}
    </>
  );
}

export function CredentialsPanel(props: {
  binding: Claim;
  credentials: Credentials;
  serviceType: string;
  secondsLeft: number;
  onClose: () => void;
}) {
  const { binding, credentials, serviceType } = props;
  const classes = useStyles();
  const t = useT();
  useReturnFocus();
  return (
    <Section
      title={t('instance.credentials.title', { name: binding.name })}
      actions={
        <>
          <Typography variant="body2" color="textSecondary" role="timer">
            {t('instance.credentials.closes', {
              seconds: String(props.secondsLeft),
            })}
          </Typography>
          <Button size="small" onClick={props.onClose}>
            {t('shared.close')}
          </Button>
        </>
      }
    >
      {credentials.fields.length === 0 ? (
        <Notice tone="neutral">{t('instance.credentials.empty')}</Notice>
      ) : (
        <CredentialTabs
          fields={credentials.fields}
          origin={{ binding: binding.name, serviceType }}
        />
      )}
      <Typography
        variant="body2"
        color="textSecondary"
        className={classes.foot}
      >
        {t('instance.credentials.secret', {
          secret: credentials.secretName,
          namespace: binding.namespace,
        })}{' '}
        {t('instance.credentials.audited')}
      </Typography>
    </Section>
  );
}

/** Revealed credentials in one format, as a text with masked secrets. */
import Button from '@material-ui/core/Button';
import Typography from '@material-ui/core/Typography';
import { makeStyles } from '@material-ui/core/styles';
import {
  credentialFormats,
  type CredentialFormat,
  type CredentialOrigin,
} from '@klutch/backstage-plugin-klutch-common';
import { useState } from 'react';
import type { CredentialField } from '../api/types';
import { useT, type T } from '../hooks/useT';
import { CopyButton } from '../shared/CopyButton';
import { monospaceFont } from '../shared/monospace';

const useStyles = makeStyles(theme => ({
  text: {
    margin: 0,
    padding: theme.spacing(2),
    fontFamily: monospaceFont,
    overflowWrap: 'anywhere',
    whiteSpace: 'pre-wrap',
    background: theme.palette.background.default,
    border: `1px solid ${theme.palette.divider}`,
    borderRadius: theme.shape.borderRadius,
  },
  buttons: {
    display: 'flex',
    gap: theme.spacing(1),
    marginTop: theme.spacing(1),
  },
}));

/** Clients whose commands are among the formats. */
const clients: readonly string[] = ['psql', 'mariadb', 'mongosh', 'valkey-cli'];

/** How the format is used; undefined for formats that need no text. */
function hintOf(
  format: CredentialFormat,
  text: string,
  t: T,
): string | undefined {
  if (format === 'serviceBinding') {
    return t('instance.credentials.serviceBindingHint');
  }
  if (!clients.includes(format)) return undefined;
  const hint = t('instance.credentials.clientHint', { program: format });
  return text.includes('ca.crt')
    ? `${hint} ${t('instance.credentials.caHint')}`
    : hint;
}

export function FormattedCredentials(props: {
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
  const hint = hintOf(format, text(false), t);
  return (
    <>
      <pre className={classes.text}>{text(shown)}</pre>
      {hint && (
        <Typography variant="body2" color="textSecondary">
          {hint}
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

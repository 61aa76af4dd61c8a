/** Revealed credentials in several formats: each field is masked and can be copied; the panel closes automatically. */
import Button from '@material-ui/core/Button';
import Tab from '@material-ui/core/Tab';
import Typography from '@material-ui/core/Typography';
import { makeStyles } from '@material-ui/core/styles';
import {
  credentialFormats,
  type CredentialFormat,
  type CredentialOrigin,
} from '@klutch/backstage-plugin-klutch-common';
import { useState } from 'react';
import type { Claim, CredentialField, Credentials } from '../api/types';
import { useReturnFocus } from '../hooks/useReturnFocus';
import { useT } from '../hooks/useT';
import { Notice } from '../shared/Notice';
import { ScrollableTabs } from '../shared/ScrollableTabs';
import { Section } from '../shared/Section';
import { CredentialsTable } from './CredentialsTable';
import { FormattedCredentials } from './FormattedCredentials';

const useStyles = makeStyles(theme => ({
  tabs: { minHeight: 40, marginBottom: theme.spacing(1) },
  tab: { minWidth: 0, minHeight: 40 },
  foot: { marginTop: theme.spacing(2) },
}));

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
      <ScrollableTabs
        value={format}
        label={t('instance.credentials.formats')}
        className={classes.tabs}
        onChange={setFormat}
      >
        {tabs.map(tab => (
          <Tab
            key={tab}
            value={tab}
            className={classes.tab}
            label={t(`instance.credentials.${tab}`)}
          />
        ))}
      </ScrollableTabs>
      {format === 'fields' ? (
        <CredentialsTable
          label={t('instance.credentials.title', { name: origin.binding })}
          fields={fields}
        />
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

/** Where applications reach the instance, and with which programs. */
import Button from '@material-ui/core/Button';
import Typography from '@material-ui/core/Typography';
import { makeStyles } from '@material-ui/core/styles';
import { Link } from 'react-router-dom';
import type { Claim, ClaimDetail } from '../api/types';
import { useClaimsOf, useListedService } from '../hooks/useQueries';
import { useT } from '../hooks/useT';
import { CopyButton } from '../shared/CopyButton';
import { DescriptionList } from '../shared/DescriptionList';
import { QueryState } from '../shared/QueryState';
import { Section } from '../shared/Section';
import { CreateBindingButton } from './CreateBindingButton';
import { newestFirst } from './newestFirst';
import { isWhole, UnseenRows } from './UnseenRows';

const useStyles = makeStyles(theme => ({
  value: { display: 'flex', alignItems: 'center' },
  create: { margin: theme.spacing(2, 0) },
  how: { marginTop: theme.spacing(2) },
}));

function CopyableValue({ name, value }: { name: string; value: string }) {
  const classes = useStyles();
  return (
    <span className={classes.value}>
      <code>{value}</code>
      <CopyButton text={value} label={name} />
    </span>
  );
}

function Endpoints({ of, how }: { of: Claim; how: string }) {
  const classes = useStyles();
  const t = useT();
  const endpoints = of.endpoints ?? [];
  const database = endpoints.find(endpoint => endpoint.database)?.database;
  return (
    <>
      <DescriptionList
        items={[
          ...endpoints.map(({ host, port, label }) => ({
            name: label ?? t('instance.connection.address'),
            value: (
              <CopyableValue
                name={t('instance.connection.address')}
                value={`${host}:${port}`}
              />
            ),
          })),
          ...(database
            ? [
                {
                  name: t('instance.connection.database'),
                  value: (
                    <CopyableValue
                      name={t('instance.connection.database')}
                      value={database}
                    />
                  ),
                },
              ]
            : []),
        ]}
      />
      <Typography variant="body2" color="textSecondary" className={classes.how}>
        {how}
      </Typography>
    </>
  );
}

/** The services with a text about how to connect. */
const clients = [
  'postgresql',
  'mariadb',
  'mongodb',
  'keyvalue',
  'messaging',
  'search',
  'logme2',
  'prometheus',
] as const;

/** With which programs people and applications use the service; nothing for others. */
function Clients({ instance }: { instance: Claim }) {
  const t = useT();
  const type = useListedService(instance.resource)?.serviceType;
  const known = clients.find(client => client === type);
  return known ? (
    <Typography variant="body2" color="textSecondary">
      {t(`instance.connection.client.${known}`)}
    </Typography>
  ) : null;
}

/** The newest service binding with addresses, preferably one that is ready. */
function bindingWithAddresses(bindings: Claim[]): Claim | undefined {
  const known = newestFirst(bindings).filter(({ endpoints }) => endpoints);
  return known.find(({ state }) => state === 'Ready') ?? known[0];
}

/** The addresses of a service binding, else those of the instance, else how they come to be. */
function Addresses(props: {
  instance: ClaimDetail;
  bindings: Claim[];
  /** Whether those are all bindings. */
  complete: boolean;
}) {
  const { instance, bindings, complete } = props;
  const classes = useStyles();
  const t = useT();
  const binding = bindingWithAddresses(bindings);
  if (binding) {
    const isReady = binding.state === 'Ready';
    const how = t(`instance.connection.${isReady ? 'how' : 'lastSeen'}`, {
      binding: binding.name,
    });
    return <Endpoints of={binding} how={how} />;
  }
  if (!complete && !instance.endpoints) return null;
  const needsBinding = bindings.length === 0 && complete;
  return (
    <>
      {instance.endpoints ? (
        <Endpoints of={instance} how={t('instance.connection.ofInstance')} />
      ) : (
        <Typography variant="body2" color="textSecondary">
          {needsBinding
            ? t('instance.connection.none')
            : t('instance.connection.notYet')}
        </Typography>
      )}
      {needsBinding && (
        <div className={classes.create}>
          <CreateBindingButton instance={instance} />
        </div>
      )}
    </>
  );
}

export function ConnectionSection(props: {
  instance: ClaimDetail;
  connectLink: string;
}) {
  const { instance } = props;
  const t = useT();
  const bindings = useClaimsOf(instance, 'binding');
  const { complete } = bindings.data ?? {};
  const list = { instance, type: 'binding', complete } as const;
  return (
    <Section
      title={t('instance.connection.title')}
      actions={
        <Button component={Link} to={props.connectLink}>
          {t('instance.connection.open')}
        </Button>
      }
    >
      <QueryState query={bindings} label={t('instance.connect.what')}>
        {({ items }) => (
          <>
            <UnseenRows {...list} />
            <Addresses
              instance={instance}
              bindings={items}
              complete={isWhole(list)}
            />
          </>
        )}
      </QueryState>
      <Clients instance={instance} />
    </Section>
  );
}

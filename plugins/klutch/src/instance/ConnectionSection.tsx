/** Where applications reach the instance. The addresses are those of its newest service binding that is ready. */
import Button from '@material-ui/core/Button';
import Typography from '@material-ui/core/Typography';
import { makeStyles } from '@material-ui/core/styles';
import { Link } from 'react-router-dom';
import type { Claim } from '../api/types';
import { useClaimsOf } from '../hooks/useQueries';
import { useT } from '../hooks/useT';
import { CopyButton } from '../shared/CopyButton';
import { DescriptionList } from '../shared/DescriptionList';
import { QueryState } from '../shared/QueryState';
import { Section } from '../shared/Section';
import { newestFirst } from './newestFirst';

const useStyles = makeStyles(theme => ({
  value: { display: 'flex', alignItems: 'center' },
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

function Endpoints({ binding }: { binding: Claim }) {
  const classes = useStyles();
  const t = useT();
  const endpoints = binding.endpoints ?? [];
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
        {t('instance.connection.how', { binding: binding.name })}
      </Typography>
    </>
  );
}

export function ConnectionSection(props: {
  instance: Claim;
  connectLink: string;
}) {
  const t = useT();
  const bindings = useClaimsOf(props.instance, 'binding');
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
        {({ items }) => {
          const binding = newestFirst(items).find(
            ({ state, endpoints }) => state === 'Ready' && endpoints,
          );
          if (binding) return <Endpoints binding={binding} />;
          return (
            <Typography variant="body2" color="textSecondary">
              {items.length > 0
                ? t('instance.connection.notYet')
                : t('instance.connection.none')}
            </Typography>
          );
        }}
      </QueryState>
    </Section>
  );
}

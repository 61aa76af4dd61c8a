/** Table of all APIs that can be offered: offered or not, claims, app clusters, state of the schema, actions. */
import type { BackstageTheme } from '@backstage/theme';
import Button from '@material-ui/core/Button';
import Typography from '@material-ui/core/Typography';
import { makeStyles } from '@material-ui/core/styles';
import type { Api, ExportTemplate } from '../../api/types';
import { useAppClusterTitle } from '../../hooks/useAppClusterTitle';
import { useT, type T } from '../../hooks/useT';
import type { Column } from '../../shared/DataTable';
import { IconText } from '../../shared/IconText';
import { PagedTable } from '../../shared/PagedTable';
import { RelativeTime } from '../../shared/RelativeTime';
import { explanationText } from '../../shared/explanationText';
import type { Tone } from '../../shared/tones';
import { ManageButton } from '../ManageButton';
import { audienceText } from './audienceText';
import { claimSentence } from './claimSentence';

/** An API, its template in effect, or both: a template may be left of an API that was deleted. */
export interface OfferRow {
  resource: string;
  title: string;
  api: Api | undefined;
  template: ExportTemplate | undefined;
}

/** What can be done with a row. */
export type OfferAction = 'offer' | 'edit' | 'history' | 'withdraw';

const useStyles = makeStyles<BackstageTheme>(theme => ({
  claims: { maxWidth: 340 },
  actions: {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'flex-end',
    gap: theme.spacing(1),
  },
}));

function Offered({ template }: { template: ExportTemplate | undefined }) {
  const t = useT();
  if (!template) {
    return <IconText tone="neutral">{t('templates.notOffered')}</IconText>;
  }
  const { audience, createdAt, problem, problemReason } = template;
  if (problem) {
    return (
      <>
        <IconText tone="warning">{t('templates.problem')}</IconText>
        <Typography variant="body2">
          {explanationText({ message: problem, reason: problemReason }, t)}
        </Typography>
      </>
    );
  }
  return (
    <>
      <IconText tone="ok">{t('templates.offered')}</IconText>
      <Typography variant="body2" color="textSecondary">
        {createdAt && <RelativeTime at={createdAt} />}
      </Typography>
      {(audience.groups ?? audience.users ?? audience.issuers) && (
        <Typography variant="body2">{audienceText(audience, t)}</Typography>
      )}
    </>
  );
}

const schemaTones: Record<Api['schema']['state'], Tone> = {
  NotExported: 'neutral',
  InSync: 'ok',
  Waiting: 'busy',
  Blocked: 'error',
};

function SchemaState({ api }: { api: Api | undefined }) {
  const t = useT();
  const titleOf = useAppClusterTitle();
  if (!api) return null;
  const { cluster = '', message, state } = api.schema;
  return (
    <>
      <IconText tone={schemaTones[state]}>
        {t(`templates.schema.${state}`, { cluster: titleOf(cluster) })}
      </IconText>
      {message && <Typography variant="body2">{message}</Typography>}
    </>
  );
}

function Actions(props: {
  row: OfferRow;
  onAction: (action: OfferAction, row: OfferRow) => void;
}) {
  const { onAction, row } = props;
  const { title } = row;
  const t = useT();
  const classes = useStyles();
  const actions: OfferAction[] = row.template
    ? ['edit', 'history', 'withdraw']
    : ['offer'];
  return (
    <div className={classes.actions}>
      {actions.map(action => {
        const button = {
          size: 'small' as const,
          'aria-label': t(`templates.action.${action}Label`, { title }),
          onClick: () => onAction(action, row),
          children: t(`templates.action.${action}`),
        };
        // Whoever sees the page may read the history.
        return action === 'history' ? (
          <Button key={action} variant="outlined" {...button} />
        ) : (
          <ManageButton
            key={action}
            {...button}
            destructive={action === 'withdraw'}
            color={action === 'offer' ? 'primary' : 'default'}
          />
        );
      })}
    </div>
  );
}

const claimsText = ({ api, template }: OfferRow, t: T) =>
  (template?.claims ?? api?.suggestedClaims ?? [])
    .map(claim => claimSentence(claim, t))
    .join(' ') || t('templates.noClaims');

function Bound({ row: { api, template } }: { row: OfferRow }) {
  const t = useT();
  const titleOf = useAppClusterTitle();
  const boundOn = api?.boundOn ?? template?.boundOn ?? [];
  if (boundOn.length === 0) return <>{t('templates.boundNowhere')}</>;
  return (
    <>
      {t('templates.boundOn', { count: boundOn.length })}
      <Typography variant="body2" color="textSecondary">
        {boundOn.slice(0, 3).map(titleOf).join(', ')}
        {boundOn.length > 3 && ', …'}
      </Typography>
    </>
  );
}

export function ApisTable(props: {
  rows: OfferRow[];
  onAction: (action: OfferAction, row: OfferRow) => void;
}) {
  const classes = useStyles();
  const t = useT();
  const columns: Column<OfferRow>[] = [
    {
      id: 'api',
      title: t('templates.column.api'),
      render: ({ resource, title }) => (
        <>
          {title}
          <Typography variant="body2" color="textSecondary">
            {resource}
          </Typography>
        </>
      ),
    },
    {
      id: 'offered',
      title: t('templates.column.offered'),
      render: ({ template }) => <Offered template={template} />,
    },
    {
      id: 'claims',
      title: t('templates.column.claims'),
      render: row => <div className={classes.claims}>{claimsText(row, t)}</div>,
    },
    {
      id: 'bound',
      title: t('templates.column.bound'),
      render: row => <Bound row={row} />,
    },
    {
      id: 'schema',
      title: t('templates.column.schema'),
      render: ({ api }) => <SchemaState api={api} />,
    },
    {
      id: 'actions',
      title: t('templates.column.actions'),
      align: 'right',
      render: row => <Actions row={row} onAction={props.onAction} />,
    },
  ];
  return (
    <PagedTable
      label={t('templates.title')}
      columns={columns}
      rows={props.rows}
      keyOf={({ resource }) => resource}
    />
  );
}

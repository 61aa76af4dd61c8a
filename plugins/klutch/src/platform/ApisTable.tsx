/** Table of all APIs that can be offered: offered or not, permission claims, app clusters that bind the API. */
import type { BackstageTheme } from '@backstage/theme';
import Typography from '@material-ui/core/Typography';
import { makeStyles } from '@material-ui/core/styles';
import type { Api, ExportTemplate } from '../api/types';
import { useAppClusterTitle } from '../hooks/useAppClusterTitle';
import { useT } from '../hooks/useT';
import { DataTable, type Column } from '../shared/DataTable';
import { IconText } from '../shared/IconText';
import { RelativeTime } from '../shared/RelativeTime';
import { explanationText } from '../shared/explanationText';
import { ManageButton } from './ManageButton';

const useStyles = makeStyles<BackstageTheme>(() => ({
  claims: { maxWidth: 340 },
}));

function Offered({ template }: { template: ExportTemplate | undefined }) {
  const t = useT();
  if (!template) {
    return (
      <IconText tone="neutral">{t('platform.templates.notOffered')}</IconText>
    );
  }
  if (template.problem) {
    return (
      <>
        <IconText tone="warning">{t('platform.templates.problem')}</IconText>
        <Typography variant="body2">
          {explanationText(
            { message: template.problem, reason: template.problemReason },
            t,
          )}
        </Typography>
      </>
    );
  }
  return (
    <>
      <IconText tone="ok">{t('platform.templates.offered')}</IconText>
      {template.createdAt && (
        <Typography variant="body2" color="textSecondary">
          <RelativeTime at={template.createdAt} />
        </Typography>
      )}
    </>
  );
}

/** Opens the dialog that offers the API, or that withdraws an API that is offered. */
function OfferButton(props: {
  api: Api;
  isOffered: boolean;
  onOffer: (api: Api) => void;
  onWithdraw: (api: Api) => void;
}) {
  const { api, isOffered } = props;
  const { title } = api;
  const t = useT();
  return isOffered ? (
    <ManageButton
      size="small"
      aria-label={t('platform.templates.withdrawLabel', { title })}
      onClick={() => props.onWithdraw(api)}
    >
      {t('platform.templates.withdraw')}
    </ManageButton>
  ) : (
    <ManageButton
      size="small"
      variant="outlined"
      color="primary"
      aria-label={t('platform.templates.offerLabel', { title })}
      onClick={() => props.onOffer(api)}
    >
      {t('platform.templates.offer')}
    </ManageButton>
  );
}

export function ApisTable(props: {
  apis: Api[];
  templates: ExportTemplate[];
  onOffer: (api: Api) => void;
  onWithdraw: (api: Api) => void;
}) {
  const classes = useStyles();
  const t = useT();
  const titleOf = useAppClusterTitle();
  const templateOf = ({ resource }: Api) =>
    props.templates.find(item => item.resource === resource);
  const columns: Column<Api>[] = [
    {
      id: 'api',
      title: t('platform.templates.column.api'),
      render: ({ title, resource }) => (
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
      title: t('platform.templates.column.offered'),
      render: api => <Offered template={templateOf(api)} />,
    },
    {
      id: 'claims',
      title: t('platform.templates.column.claims'),
      render: api => (
        <div className={classes.claims}>
          {(templateOf(api)?.claimsText ??
            api.suggestedClaims.map(({ text }) => text).join('. ')) ||
            t('platform.claims.none')}
        </div>
      ),
    },
    {
      id: 'bound',
      title: t('platform.templates.column.bound'),
      render: ({ boundOn }) =>
        boundOn.length > 0
          ? t('platform.bound.on', {
              clusters: boundOn.map(titleOf).join(', '),
            })
          : t('platform.bound.nowhere'),
    },
    {
      id: 'actions',
      title: t('platform.templates.column.actions'),
      align: 'right',
      noWrap: true,
      render: api => (
        <OfferButton
          api={api}
          isOffered={templateOf(api) !== undefined}
          onOffer={props.onOffer}
          onWithdraw={props.onWithdraw}
        />
      ),
    },
  ];
  return (
    <DataTable
      label={t('platform.templates.title')}
      columns={columns}
      rows={props.apis}
      keyOf={({ resource }) => resource}
    />
  );
}

/** Table of all APIs that can be offered: offered or not, permission claims, app clusters that bind the API. */
import type { BackstageTheme } from '@backstage/theme';
import Button from '@material-ui/core/Button';
import Typography from '@material-ui/core/Typography';
import { makeStyles } from '@material-ui/core/styles';
import type { Api, ExportTemplate } from '../api/types';
import { useAppClusterTitle } from '../hooks/useAppClusterTitle';
import { useT } from '../hooks/useT';
import { DataTable, type Column } from '../shared/DataTable';
import { IconText } from '../shared/IconText';
import { RelativeTime } from '../shared/RelativeTime';

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
        <Typography variant="body2">{template.problem}</Typography>
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
      render: api =>
        templateOf(api) ? (
          <Button
            size="small"
            aria-label={t('platform.templates.withdrawLabel', {
              title: api.title,
            })}
            onClick={() => props.onWithdraw(api)}
          >
            {t('platform.templates.withdraw')}
          </Button>
        ) : (
          <Button
            size="small"
            variant="outlined"
            color="primary"
            aria-label={t('platform.templates.offerLabel', {
              title: api.title,
            })}
            onClick={() => props.onOffer(api)}
          >
            {t('platform.templates.offer')}
          </Button>
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

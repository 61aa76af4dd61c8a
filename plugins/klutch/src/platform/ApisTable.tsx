/** Table of all APIs that can be offered: offered or not, permission claims, app clusters that bind the API. */
import type { BackstageTheme } from '@backstage/theme';
import Button from '@material-ui/core/Button';
import Table from '@material-ui/core/Table';
import TableBody from '@material-ui/core/TableBody';
import TableCell from '@material-ui/core/TableCell';
import TableContainer from '@material-ui/core/TableContainer';
import TableHead from '@material-ui/core/TableHead';
import TableRow from '@material-ui/core/TableRow';
import Typography from '@material-ui/core/Typography';
import { makeStyles } from '@material-ui/core/styles';
import type { Api, ExportTemplate } from '../api/types';
import { useAppClusterTitle } from '../hooks/useAppClusterTitle';
import { useT } from '../hooks/useT';
import { IconText } from '../shared/IconText';
import { RelativeTime } from '../shared/RelativeTime';

const useStyles = makeStyles<BackstageTheme>(() => ({
  claims: { maxWidth: 340 },
  actions: { textAlign: 'right', whiteSpace: 'nowrap' },
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
  return (
    <TableContainer>
      <Table aria-label={t('platform.templates.title')}>
        <TableHead>
          <TableRow>
            <TableCell>{t('platform.templates.column.api')}</TableCell>
            <TableCell>{t('platform.templates.column.offered')}</TableCell>
            <TableCell>{t('platform.templates.column.claims')}</TableCell>
            <TableCell>{t('platform.templates.column.bound')}</TableCell>
            <TableCell align="right">
              {t('platform.templates.column.actions')}
            </TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {props.apis.map(api => {
            const template = props.templates.find(
              item => item.resource === api.resource,
            );
            const claims =
              template?.claimsText ??
              api.suggestedClaims.map(({ text }) => text).join('. ');
            return (
              <TableRow key={api.resource} hover>
                <TableCell component="th" scope="row">
                  {api.title}
                  <Typography variant="body2" color="textSecondary">
                    {api.resource}
                  </Typography>
                </TableCell>
                <TableCell>
                  <Offered template={template} />
                </TableCell>
                <TableCell className={classes.claims}>
                  {claims || t('platform.claims.none')}
                </TableCell>
                <TableCell>
                  {api.boundOn.length > 0
                    ? t('platform.bound.on', {
                        clusters: api.boundOn.map(titleOf).join(', '),
                      })
                    : t('platform.bound.nowhere')}
                </TableCell>
                <TableCell className={classes.actions}>
                  {template ? (
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
                  )}
                </TableCell>
              </TableRow>
            );
          })}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

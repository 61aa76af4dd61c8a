/** Dialog with the revisions of an offer, each of which can be gone back to. */
import DialogContentText from '@material-ui/core/DialogContentText';
import Typography from '@material-ui/core/Typography';
import { makeStyles } from '@material-ui/core/styles';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import { useT, type T } from '../../hooks/useT';
import { CodeBlock } from '../../shared/CodeBlock';
import { Dialog } from '../../shared/Dialog';
import { Disclosure } from '../../shared/Disclosure';
import { QueryState } from '../../shared/QueryState';
import { RelativeTime } from '../../shared/RelativeTime';
import { ManageButton } from '../ManageButton';
import { audienceText } from './audienceText';
import { ChangeList } from './ChangeList';
import { claimSentence } from './claimSentence';
import {
  contentChanges,
  contentsOf,
  type TemplateContents,
} from './templateContents';
import { useExportTemplate } from './templateQueries';

type Revision = Schemas['ExportTemplateRevision'];

const useStyles = makeStyles(theme => ({
  revision: {
    padding: theme.spacing(1.5, 0),
    borderTop: `1px solid ${theme.palette.divider}`,
  },
  list: { margin: 0, padding: 0, listStyle: 'none' },
}));

/** The portal's name as a program. */
const portal = 'klutch-portal';

function writerText({ by, manager }: Revision, t: T): string {
  if (by) return t('templates.history.by', { name: by });
  return manager && manager !== portal
    ? t('templates.history.outside', { manager })
    : t('templates.history.unknown');
}

function RevisionItem(props: {
  revision: Revision;
  /** The revision before; undefined for the first that is known. */
  previous: Revision | undefined;
  isPresent: boolean;
  onRestore: () => void;
}) {
  const { isPresent, previous, revision } = props;
  const { at, claims, revision: count } = revision;
  const t = useT();
  const classes = useStyles();
  const number = String(count);
  const changes = previous
    ? contentChanges(contentsOf(previous), contentsOf(revision))
    : [];
  return (
    <li className={classes.revision}>
      <Typography variant="subtitle2" component="h3">
        {t('templates.history.revision', { number })}
        {isPresent && ` (${t('templates.history.present')})`}
      </Typography>
      <Typography variant="body2" color="textSecondary">
        {at && <RelativeTime at={at} />} {writerText(revision, t)}
      </Typography>
      <Typography variant="body2">
        {claims.map(claim => claimSentence(claim, t)).join(' ') ||
          t('templates.claims.none')}
      </Typography>
      <Typography variant="body2">
        {audienceText(revision.audience, t)}
      </Typography>
      <ChangeList changes={changes} />
      {!isPresent && (
        <ManageButton
          size="small"
          aria-label={t('templates.history.restoreLabel', { number })}
          onClick={props.onRestore}
        >
          {t('templates.history.restore')}
        </ManageButton>
      )}
    </li>
  );
}

export function HistoryDialog(props: {
  template: Schemas['ExportTemplate'];
  onRestore: (contents: TemplateContents) => void;
  onClose: () => void;
}) {
  const { template, onClose } = props;
  const { title } = template;
  const t = useT();
  const classes = useStyles();
  const detail = useExportTemplate(template);
  return (
    <Dialog
      wide
      hideCancel
      title={t('templates.history.title', { title })}
      action={t('templates.history.close')}
      onAction={onClose}
      onClose={onClose}
    >
      <DialogContentText>{t('templates.history.text')}</DialogContentText>
      <QueryState query={detail} label={t('templates.form.what')}>
        {({ manifest, name, revisions }) => (
          <>
            <ul className={classes.list}>
              {revisions.map((revision, index) => (
                <RevisionItem
                  key={revision.revision}
                  revision={revision}
                  previous={revisions[index + 1]}
                  isPresent={index === 0}
                  onRestore={() => props.onRestore(contentsOf(revision))}
                />
              ))}
            </ul>
            <Disclosure title={t('templates.history.manifest')}>
              <CodeBlock
                label={t('templates.history.manifest')}
                text={manifest}
                fileName={`${name}.yaml`}
              />
            </Disclosure>
          </>
        )}
      </QueryState>
    </Dialog>
  );
}

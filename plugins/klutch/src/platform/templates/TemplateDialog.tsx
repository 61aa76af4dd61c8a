/** Dialog that offers an API, or changes its offer: a form, then what the control plane says and what changes. */
import { useApi } from '@backstage/core-plugin-api';
import Button from '@material-ui/core/Button';
import DialogContentText from '@material-ui/core/DialogContentText';
import { makeStyles } from '@material-ui/core/styles';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import { useState } from 'react';
import type { Api } from '../../api/types';
import { klutchToastApiRef } from '../../api/toastApi';
import { useT } from '../../hooks/useT';
import { Dialog } from '../../shared/Dialog';
import { QueryState } from '../../shared/QueryState';
import { ConflictNotice } from './ConflictNotice';
import {
  contentChanges,
  contentsOf,
  isComplete,
  writtenAudience,
  type TemplateContents,
} from './templateContents';
import { TemplateForm } from './TemplateForm';
import {
  useExportTemplate,
  useTemplatePreview,
  useWriteTemplate,
  type TemplateWrite,
} from './templateQueries';
import { TemplateReview } from './TemplateReview';

const useStyles = makeStyles(theme => ({
  back: { marginBottom: theme.spacing(2) },
}));

type Detail = Schemas['ExportTemplateDetail'];

/** What the dialog offers or changes. */
interface Target {
  resource: string;
  title: string;
  /** Undefined for a template whose API is missing. */
  api: Api | undefined;
  rules: Schemas['AudienceRules'];
}

/** The request for a preview; the write has the same contents. */
const requestOf = (
  { resource }: Target,
  live: Detail | undefined,
  { audience, claims }: TemplateContents,
): Schemas['ExportTemplatePreviewRequest'] => ({
  resource,
  claims,
  audience: writtenAudience(audience),
  ...(live && {
    template: {
      namespace: live.namespace,
      name: live.name,
      resourceVersion: live.resourceVersion,
    },
  }),
});

const writeOf = ({
  template,
  ...contents
}: Schemas['ExportTemplatePreviewRequest']): TemplateWrite => {
  if (!template) return { offer: contents };
  const { resourceVersion, ...key } = template;
  const { audience = {}, claims } = contents;
  return { key, change: { resourceVersion, claims, audience } };
};

function Review(props: {
  target: Target;
  live: Detail | undefined;
  before: TemplateContents | undefined;
  contents: TemplateContents;
  onBack: () => void;
  onClose: () => void;
}) {
  const { before, contents, live, target } = props;
  const { title } = target;
  const t = useT();
  const toastApi = useApi(klutchToastApiRef);
  const request = requestOf(target, live, contents);
  const classes = useStyles();
  const preview = useTemplatePreview(request);
  const write = useWriteTemplate();
  const action = live ? 'edit' : 'offer';
  return (
    <Dialog
      wide
      isChanged
      title={t(`templates.form.${action}Title`, { title })}
      action={t(`templates.form.${action}Action`)}
      ready={preview.isSuccess && !preview.data.refusal}
      busy={write.isPending}
      error={write.error}
      onClose={props.onClose}
      onAction={() =>
        write.mutate(writeOf(request), {
          onSuccess: () => {
            toastApi.post({
              tone: 'success',
              text: t(`templates.form.${action}Done`, { title }),
            });
            props.onClose();
          },
        })
      }
    >
      <Button
        variant="outlined"
        className={classes.back}
        onClick={props.onBack}
      >
        {t('templates.form.back')}
      </Button>
      <QueryState query={preview} label={t('templates.review.what')}>
        {data => (
          <TemplateReview
            preview={data}
            changes={before ? contentChanges(before, contents) : []}
            fileName={`${live?.name ?? target.resource}.yaml`}
            audience={writtenAudience(contents.audience)}
          />
        )}
      </QueryState>
    </Dialog>
  );
}

/** Contents that are edited, over the state of the template that they began with. */
function useContents(initial: TemplateContents, live: Detail | undefined) {
  const [contents, setContents] = useState(initial);
  const [base, setBase] = useState(() => live && contentsOf(live));
  // The form's text fields begin with the contents; another revision of the form begins again.
  const [revision, setRevision] = useState(0);
  const present = live && contentsOf(live);
  const theirs = base && present ? contentChanges(base, present) : [];
  return {
    base,
    contents,
    revision,
    setContents,
    theirs,
    mine: base ? contentChanges(base, contents) : [],
    keep: () => setBase(present),
    startAgain: () => {
      if (!present) return;
      setBase(present);
      setContents(present);
      setRevision(revision + 1);
    },
  };
}

function Steps(props: {
  target: Target;
  initial: TemplateContents;
  /** The template as it is now; undefined for a new offer. */
  live: Detail | undefined;
  onClose: () => void;
}) {
  const { initial, live, onClose, target } = props;
  const { title } = target;
  const t = useT();
  const [isReview, setIsReview] = useState(false);
  const edit = useContents(initial, live);
  const isChanged = live ? edit.mine.length > 0 : edit.contents !== initial;
  if (isReview && edit.theirs.length === 0) {
    return (
      <Review
        target={target}
        live={live}
        before={edit.base}
        contents={edit.contents}
        onBack={() => setIsReview(false)}
        onClose={onClose}
      />
    );
  }
  const action = live ? 'edit' : 'offer';
  const ready =
    isComplete(edit.contents, target.rules) &&
    edit.theirs.length === 0 &&
    (!live || isChanged);
  return (
    <Dialog
      wide
      title={t(`templates.form.${action}Title`, { title })}
      action={t('templates.form.next')}
      isChanged={isChanged}
      ready={ready}
      onClose={onClose}
      onAction={() => setIsReview(true)}
    >
      <DialogContentText>
        {t(`templates.form.${action}Text`, { title })}
      </DialogContentText>
      {edit.theirs.length > 0 && (
        <ConflictNotice
          theirs={edit.theirs}
          mine={edit.mine}
          onKeep={edit.keep}
          onStartAgain={edit.startAgain}
        />
      )}
      <TemplateForm
        key={edit.revision}
        api={target.api}
        rules={target.rules}
        contents={edit.contents}
        onChange={edit.setContents}
      />
      {live && !isChanged && (
        <DialogContentText>{t('templates.form.unchanged')}</DialogContentText>
      )}
    </Dialog>
  );
}

/** Offers an API; the form begins with the suggested claims. */
export function OfferDialog(props: {
  api: Api;
  rules: Schemas['AudienceRules'];
  onClose: () => void;
}) {
  const { api, rules, onClose } = props;
  const { resource, suggestedClaims, title } = api;
  const [initial] = useState(() =>
    contentsOf({ claims: suggestedClaims, audience: {} }),
  );
  return (
    <Steps
      target={{ resource, title, api, rules }}
      initial={initial}
      live={undefined}
      onClose={onClose}
    />
  );
}

export function EditOfferDialog(props: {
  template: Schemas['ExportTemplate'];
  /** Undefined for a template whose API is missing. */
  api: Api | undefined;
  rules: Schemas['AudienceRules'];
  /** What the form begins with; default: the present state. */
  initial?: TemplateContents;
  onClose: () => void;
}) {
  const { api, initial, onClose, rules, template } = props;
  const { resource, title } = template;
  const t = useT();
  const live = useExportTemplate(template);
  if (!live.data) {
    return (
      <Dialog
        wide
        hideCancel
        title={t('templates.form.editTitle', { title })}
        action={t('templates.history.close')}
        onAction={onClose}
        onClose={onClose}
      >
        <QueryState query={live} label={t('templates.form.what')}>
          {() => null}
        </QueryState>
      </Dialog>
    );
  }
  return (
    <Steps
      target={{ resource, title, api, rules }}
      initial={initial ?? contentsOf(live.data)}
      live={live.data}
      onClose={onClose}
    />
  );
}

/** Dialog that changes the settings of an instance, and shows what somebody else has changed meanwhile. */
import { useApi } from '@backstage/core-plugin-api';
import { crossplaneFields } from '@klutch/backstage-plugin-klutch-common';
import DialogContentText from '@material-ui/core/DialogContentText';
import { lazy, Suspense, useMemo, useState } from 'react';
import type { ClaimDetail, ServiceDetail } from '../api/types';
import { klutchToastApiRef } from '../api/toastApi';
import { useUpdateClaim } from '../hooks/useClaimMutations';
import { useT } from '../hooks/useT';
import { settingsErrors } from '../settings/errors';
import type { SettingsField } from '../settings/SettingsField';
import { isSetting, type SettingsValue } from '../settings/form';
import type { Node } from '../settings/node';
import { patchOf, settingChanges } from '../settings/settingChanges';
import { useSettingsForm } from '../settings/useSettingsForm';
import { Dialog } from '../shared/Dialog';
import { scrollIntoView } from '../shared/scrollIntoView';
import { Skeleton } from '../shared/Skeleton';
import { Conflict, OwnChanges } from './SettingsChanges';

const SettingsForm = lazy(() =>
  import('../settings/SettingsForm').then(m => ({ default: m.SettingsForm })),
);

const isCrossplaneField = (field: string) => crossplaneFields.has(field);

/** The fields of the spec that the form has. */
const settingsOf = (service: ServiceDetail, spec: Node): Node =>
  Object.fromEntries(
    Object.entries(spec).filter(
      ([field]) => isSetting(field, service) && !isCrossplaneField(field),
    ),
  );

/** The form data for these settings, and the settings as the form writes them. */
const valueOf = (form: SettingsField, settings: Node): SettingsValue => {
  const data = form.toData(settings) as Node;
  return { form: data, settings: form.toValue(data) as Node };
};

/** What validates the form: the schema, with the fields of the spec that the form does not have. */
const rulesOf = (service: ServiceDetail, spec: Node) => {
  const settings = settingsOf(service, spec);
  return {
    schema: service.schema,
    others: Object.fromEntries(
      Object.entries(spec).filter(([key]) => !(key in settings)),
    ),
    before: spec,
  };
};

/** The edited settings, the changes so far, and their request. */
function useSettingsEdit(
  instance: ClaimDetail,
  service: ServiceDetail,
  form: SettingsField,
) {
  const t = useT();
  const update = useUpdateClaim(instance);
  const present = settingsOf(service, instance.spec);
  // The settings that the user started from.
  const [start, setStart] = useState(present);
  const [value, setValue] = useState(() => valueOf(form, present));
  const [isValid, setIsValid] = useState(true);
  const before = valueOf(form, start).settings;
  const mine = settingChanges(before, value.settings);
  // While the request is under way, the user's own change may arrive first.
  const theirs = update.isPending ? [] : settingChanges(start, present);
  // The notice about the conflict says more than the refusal.
  const isExplained = theirs.length > 0 && update.error?.kind === 'conflict';
  return {
    value,
    isValid,
    mine,
    theirs,
    isPending: update.isPending,
    error: isExplained ? null : update.error,
    /** What the app cluster refuses, at the fields. */
    fieldErrors: useMemo(
      () => settingsErrors(update.error?.causes ?? [], form, t),
      [update.error, form, t],
    ),
    change: (next: SettingsValue, valid: boolean) => {
      setValue(next);
      setIsValid(valid);
    },
    save: (onSuccess: () => void) =>
      update.mutate(
        {
          generation: instance.generation,
          spec: patchOf(before, value.settings),
        },
        { onSuccess },
      ),
    startAgain: () => {
      update.reset();
      setStart(present);
      setValue(valueOf(form, present));
      setIsValid(true);
    },
  };
}

function SettingsDialog(props: {
  instance: ClaimDetail;
  service: ServiceDetail;
  form: SettingsField;
  onClose: () => void;
}) {
  const { instance, service, form, onClose } = props;
  const t = useT();
  const toastApi = useApi(klutchToastApiRef);
  const edit = useSettingsEdit(instance, service, form);
  const { mine, theirs } = edit;
  const onSuccess = () => {
    const text = t('instance.settings.started', { name: instance.name });
    toastApi.post({ tone: 'success', text });
    onClose();
  };
  return (
    <Dialog
      wide
      title={t('instance.settings.title', { name: instance.name })}
      action={
        theirs.length > 0
          ? t('instance.settings.anyway')
          : t('instance.settings.action')
      }
      busy={edit.isPending}
      ready={mine.length > 0 && edit.isValid}
      isChanged={mine.length > 0}
      error={edit.error}
      onClose={onClose}
      onAction={() => edit.save(onSuccess)}
    >
      {theirs.length > 0 && (
        <div ref={scrollIntoView}>
          <Conflict
            form={form}
            mine={mine}
            theirs={theirs}
            onStartAgain={edit.startAgain}
          />
        </div>
      )}
      <DialogContentText>{t('settings.help')}</DialogContentText>
      <Suspense fallback={<Skeleton label={t('settings.title')} />}>
        <SettingsForm
          settings={form}
          value={edit.value.form}
          errors={edit.fieldErrors}
          rules={rulesOf(service, instance.spec)}
          onChange={edit.change}
        />
      </Suspense>
      {mine.length > 0 && <OwnChanges form={form} mine={mine} />}
    </Dialog>
  );
}

export function EditSettingsDialog(props: {
  instance: ClaimDetail;
  service: ServiceDetail;
  onClose: () => void;
}) {
  const t = useT();
  const form = useSettingsForm(props.service, {
    isOmitted: isCrossplaneField,
    plan: props.instance.spec.plan,
  });
  if (form) return <SettingsDialog {...props} form={form} />;
  return (
    <Dialog
      title={t('instance.settings.title', { name: props.instance.name })}
      action={t('shared.close')}
      hideCancel
      onAction={props.onClose}
      onClose={props.onClose}
    >
      <DialogContentText>{t('settings.none')}</DialogContentText>
    </Dialog>
  );
}

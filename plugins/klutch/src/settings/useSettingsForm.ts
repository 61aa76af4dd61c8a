/** The settings form of a service, with labels in the user's language. */
import { useMemo } from 'react';
import { useT } from '../hooks/useT';
import type { SettingsField } from './SettingsField';
import {
  settingsForm,
  type OrderedService,
  type SettingsFormOptions,
} from './form';

/** The options as for `settingsForm`; `isOmitted` stays the same function. */
export function useSettingsForm(
  service: OrderedService,
  { isOmitted, plan }: SettingsFormOptions,
): SettingsField | undefined {
  const t = useT();
  return useMemo(
    () =>
      settingsForm(
        service,
        {
          default: value => t('settings.default', { value }),
          yaml: t('settings.yaml'),
          more: title => t('settings.more', { title }).trim(),
          notYaml: problem => t('settings.notYaml', { problem }),
          notMapping: t('settings.notMapping'),
          notList: t('settings.notList'),
          required: t('settings.required'),
          none: t('settings.choice.none'),
          choose: alternatives => t('settings.choice.choose', { alternatives }),
        },
        { isOmitted, plan },
      ),
    [service, t, isOmitted, plan],
  );
}

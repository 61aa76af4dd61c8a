/** The thin port for what the two frontend systems do differently: short messages that pass by. */
import { createApiRef, type ToastApi } from '@backstage/frontend-plugin-api';
import type { AlertApi } from '@backstage/core-plugin-api';

/** A short message that passes by. @public */
export interface UiMessage {
  text: string;
  tone: 'success' | 'info' | 'error';
}

/** What pages may ask of the frontend system around them. @public */
export interface UiPort {
  /** Shows a message for some seconds. */
  say(message: UiMessage): void;
}

/** @public */
export const klutchUiPortRef = createApiRef<UiPort>().with({
  id: 'plugin.klutch.ui-port',
  pluginId: 'klutch',
});

const seconds = 6000;

/** The port in the new frontend system. */
export function createToastPort(toastApi: ToastApi): UiPort {
  return {
    say: ({ text, tone }) => {
      toastApi.post({
        title: text,
        status: tone === 'error' ? 'danger' : tone,
        timeout: seconds,
      });
    },
  };
}

/** The port in a classic app. */
export function createAlertPort(alertApi: AlertApi): UiPort {
  return {
    say: ({ text, tone }) => {
      alertApi.post({ message: text, severity: tone, display: 'transient' });
    },
  };
}

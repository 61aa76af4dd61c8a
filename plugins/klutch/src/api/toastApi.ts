/** The thin port for what the two frontend systems do differently: short messages that pass by. */
import { createApiRef, type ToastApi } from '@backstage/frontend-plugin-api';
import type { AlertApi } from '@backstage/core-plugin-api';

/** A short message that passes by. @public */
export interface KlutchToast {
  text: string;
  tone: 'success' | 'info' | 'error';
}

/** What pages may ask of the frontend system around them. @public */
export interface KlutchToastApi {
  /** Shows a message for some seconds. */
  post(message: KlutchToast): void;
}

/** @public */
export const klutchToastApiRef = createApiRef<KlutchToastApi>().with({
  id: 'plugin.klutch.ui-port',
  pluginId: 'klutch',
});

const TOAST_TIMEOUT_MS = 6000;

/** The port in the new frontend system. */
export function createToastAdapter(toastApi: ToastApi): KlutchToastApi {
  return {
    post: ({ text, tone }) => {
      toastApi.post({
        title: text,
        status: tone === 'error' ? 'danger' : tone,
        timeout: TOAST_TIMEOUT_MS,
      });
    },
  };
}

/** The port in a classic app. */
export function createAlertAdapter(alertApi: AlertApi): KlutchToastApi {
  return {
    post: ({ text, tone }) => {
      alertApi.post({ message: text, severity: tone, display: 'transient' });
    },
  };
}

/** Toasts for both frontend systems, whose toast APIs differ. */
import { createApiRef, type ToastApi } from '@backstage/frontend-plugin-api';
import type { AlertApi } from '@backstage/core-plugin-api';

/** A short message that disappears after a few seconds. @public */
export interface KlutchToast {
  /** Translated text. */
  text: string;
  /** Decides color and icon. */
  tone: 'success' | 'info' | 'error';
}

/** Shows toasts in either frontend system. @public */
export interface KlutchToastApi {
  /** Shows a message for a few seconds. */
  post(message: KlutchToast): void;
}

/** The app's toasts, in either frontend system. @public */
export const klutchToastApiRef = createApiRef<KlutchToastApi>().with({
  id: 'plugin.klutch.toast',
  pluginId: 'klutch',
});

const TOAST_TIMEOUT_MS = 6000;

/** Adapter for the new frontend system. */
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

/** Adapter for the old frontend system. */
export function createAlertAdapter(alertApi: AlertApi): KlutchToastApi {
  return {
    post: ({ text, tone }) => {
      alertApi.post({ message: text, severity: tone, display: 'transient' });
    },
  };
}

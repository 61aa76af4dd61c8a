/** What the backend signals to open pages: only which lists changed, never their content. */

/** Signal channel of the portal. @public */
export const KLUTCH_SIGNAL_CHANNEL = 'klutch:changes';

/** Topic of the events service with the same messages, for other backend plugins. @public */
export const KLUTCH_EVENTS_TOPIC = 'klutch.changes';

/**
 * `claims`: service instances, bindings, backups, restores (with the app cluster and namespace that changed);
 * `platform`: templates, requests, exports, app clusters, services and reachability.
 *
 * @public
 */
export type KlutchSignal =
  | { topic: 'claims'; cluster: string; namespace: string }
  | { topic: 'platform' };

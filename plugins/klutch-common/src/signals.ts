/** Signals from the backend to open pages. A signal carries a topic only, never a name or content. */

/** Signal channel of the portal. @public */
export const KLUTCH_SIGNAL_CHANNEL = 'klutch:changes';

/** Events service topic for other backend plugins; its events carry the same payload as the signals. @public */
export const KLUTCH_EVENTS_TOPIC = 'klutch.changes';

/**
 * The kind of resource that changed. `claims`: service instances, service bindings, backups, restores. `rights`: what
 * people may see and do on app clusters, and also claims. `platform`: export templates, export requests, exports, app
 * clusters, services, reachability, and also rights and claims.
 *
 * @remarks
 * Backstage sends signals to every signed-in user including guests, so a signal must not contain names of clusters or
 * namespaces.
 *
 * @public
 */
export type KlutchSignal = {
  topic: 'claims' | 'rights' | 'platform';
  /** As `version` of `GET /changes`. */
  version: string;
};

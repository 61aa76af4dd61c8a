/** What can be the matter with an object of the app cluster: reasons of its Events, and of its condition. */

/** The state of an object, as its owner is told. */
export type ObjectState =
  /** It is on the control plane as it is here. */
  | 'Synced'
  /** An object of that name exists on the other side and is not ours. */
  | 'Conflict'
  /** The API server of the other side refused it as invalid. */
  | 'Rejected'
  /** The konnector's rights do not suffice. */
  | 'Forbidden'
  /** The API server of the other side, or something behind it, fails again and again to take it. */
  | 'Failing'
  /** The control plane has not yet prepared the service namespace. */
  | 'WaitingForNamespace'
  /** Its name, or that of its namespace, is too long for the control plane. */
  | 'NameTooLong'
  /** It is being deleted, and the breaker keeps its copy for now. */
  | 'DeletionPaused'
  /** It was deleted here and its copy on the control plane stays. */
  | 'CopyKept';

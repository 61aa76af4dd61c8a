/** States of an object of the app cluster: the reasons of its Events and of its condition. */

/** The state of an object, as reported to its owner. */
export type ObjectState =
  /** The copy on the control plane is up to date. */
  | 'Synced'
  /** An object of that name exists on the other cluster and is not ours. */
  | 'Conflict'
  /** The API server of the other cluster rejected the object as invalid. */
  | 'Rejected'
  /** The konnector lacks a right. */
  | 'Forbidden'
  /** The API server of the other cluster, or something behind it, repeatedly fails to accept the object. */
  | 'Failing'
  /** The control plane has not yet prepared the service namespace. */
  | 'WaitingForNamespace'
  /** The object's name, or that of its namespace, is too long for the control plane. */
  | 'NameTooLong'
  /** The object is being deleted, and the breaker paused the deletion of its copy. */
  | 'DeletionPaused'
  /** The object was deleted, and its copy on the control plane stays. */
  | 'CopyKept';

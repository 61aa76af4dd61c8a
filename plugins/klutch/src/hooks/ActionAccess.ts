/** Whether the user may do something. */
export interface ActionAccess {
  /** Whether the answer is still being read. */
  loading: boolean;
  /** Why the user may not, as a message; undefined also while loading, and where only an app cluster can tell. */
  reason: string | undefined;
}

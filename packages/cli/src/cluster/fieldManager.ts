/** Owner of the fields that this program writes. */
export const fieldManager = 'kubectl-klutch';

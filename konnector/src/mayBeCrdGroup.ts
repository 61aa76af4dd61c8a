/** Whether a CRD can define the types of a group. Pure. */

/** Groups built into the API server whose names look like those of CRDs. */
const builtInGroups = new Set(
  [
    'admissionregistration',
    'apiextensions',
    'apiregistration',
    'authentication',
    'authorization',
    'certificates',
    'coordination',
    'discovery',
    'events',
    'flowcontrol.apiserver',
    'internal.apiserver',
    'networking',
    'node',
    'rbac.authorization',
    'resource',
    'scheduling',
    'storage',
    'storagemigration',
  ].map(name => `${name}.k8s.io`),
);

/** API servers reject CRDs whose group has no dot. */
export const mayBeCrdGroup = (group: string): boolean =>
  group.includes('.') && !builtInGroups.has(group);

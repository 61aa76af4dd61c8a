/** The schema of a permission claim, identical in templates, requests, exports and bindings. */
import type { JsonSchemaProps } from '@klutch/kube';
import {
  array,
  boolean,
  groupPattern,
  object,
  resourcePattern,
  string,
  stringMap,
} from './schema';

const keyPatterns = (): JsonSchemaProps => array(object({ pattern: string() }));

const properties = (): Record<string, JsonSchemaProps> => ({
  group: string({
    default: '',
    pattern: groupPattern,
    description: 'API group, empty for the core group.',
  }),
  resource: string({
    pattern: resourcePattern,
    description: 'Lower-case plural resource name.',
  }),
  version: string({ minLength: 1, description: 'API version.' }),
  required: boolean({
    description: 'The binding waits until this claim is accepted.',
  }),
  selector: object(
    {
      names: array(string(), { default: ['*'] }),
      namespaces: array(string(), { default: ['*'] }),
      labelSelectors: array(stringMap()),
      fieldSelectors: array(string()),
      owner: string({ enum: ['Provider', 'Consumer'] }),
    },
    [],
    { default: {}, description: 'Which objects, named as on the app cluster.' },
  ),
  read: object(
    {
      labels: keyPatterns(),
      labelsOnProviderOwnedObjects: keyPatterns(),
      annotations: keyPatterns(),
      overrideAnnotations: keyPatterns(),
    },
    [],
    { default: {}, description: 'Metadata copied to the control plane.' },
  ),
  create: object({ replaceExisting: boolean() }),
  autoAdopt: boolean({
    description: 'What the consumer creates becomes the provider’s.',
  }),
  autoDonate: boolean({
    description: 'What the provider creates becomes the consumer’s.',
  }),
  onConflict: object(
    { recreateWhenConsumerSideDeleted: boolean({ default: true }) },
    [],
    { default: {} },
  ),
  update: object({
    fields: array(string()),
    preserving: array(string()),
    alwaysRecreate: boolean(),
    labels: keyPatterns(),
    labelsOnConsumerOwnedObjects: keyPatterns(),
    annotations: keyPatterns(),
    annotationsOnConsumerOwnedObjects: keyPatterns(),
  }),
});

const exclusive = {
  rule: '!(has(self.autoAdopt) && self.autoAdopt && has(self.autoDonate) && self.autoDonate)',
  message: 'autoAdopt and autoDonate cannot both be true',
};

/** `permissionClaims` of templates, requests and exports. */
export const permissionClaimsSchema = (): JsonSchemaProps =>
  array(
    object(properties(), ['resource', 'version'], {
      'x-kubernetes-validations': [exclusive],
    }),
  );

/** `permissionClaims` of bindings: claims with their acceptance state. */
export const acceptablePermissionClaimsSchema = (): JsonSchemaProps =>
  array(
    object(
      { ...properties(), state: string({ enum: ['Accepted', 'Rejected'] }) },
      ['resource', 'version', 'state'],
      { 'x-kubernetes-validations': [exclusive] },
    ),
  );

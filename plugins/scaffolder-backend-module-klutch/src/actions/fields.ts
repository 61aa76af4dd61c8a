/** Inputs and outputs that several actions have. */
import type { z as zod } from 'zod/v3';

/** What Backstage passes to the functions of a schema. */
export type Z = typeof zod;

export const clusterField = (z: Z) =>
  z.string().describe('Id of the app cluster');

export const namespaceField = (z: Z) =>
  z.string().describe('Namespace on the app cluster');

/** Accepts what `locateClaim` does. */
export const instanceField = (z: Z) =>
  z
    .string()
    .describe(
      'The service instance: the output claimRef of klutch:instance:create, as <app cluster>/<namespace>/<plural>.<group>/<name>, or its entity ref in the catalog, as an EntityPicker returns it',
    );

export const claimRefField = (z: Z) =>
  z
    .string()
    .describe(
      'The claim as <app cluster>/<namespace>/<plural>.<group>/<name>: an input of the other actions of Klutch',
    );

export const pathField = (z: Z) =>
  z.string().describe('Path of the page where the portal shows the claim');

export const entityRefField = (z: Z) =>
  z
    .string()
    .describe(
      'The instance in the software catalog, where it appears a moment later',
    );

export const secretNameField = (z: Z) =>
  z
    .string()
    .optional()
    .describe(
      'Service bindings: the Secret for the credentials, in the same namespace; it exists once the service binding is ready',
    );

export const nameField = (z: Z) =>
  z.string().describe('Name of the claim, which is free in its namespace');

/** For claims that the action can name by the time. */
export const optionalNameField = (z: Z) =>
  z
    .string()
    .optional()
    .describe(
      'Name of the claim, which is free in its namespace. Default: the name of the instance, and the time',
    );

/** The fields for software templates in the new frontend system. */
import {
  createFormField,
  FormFieldBlueprint,
} from '@backstage/plugin-scaffolder-react/alpha';
import type { ComponentType } from 'react';
import { instanceField, ownerField, planField, targetField } from './fields';

async function load<P extends object>(field: Promise<ComponentType<P>>) {
  const [{ NewSystemProviders }, { withProviders }, Field] = await Promise.all([
    import('../NewSystemProviders'),
    import('./withProviders'),
    field,
  ]);
  return withProviders(NewSystemProviders, Field);
}

/** `ui:field: KlutchTarget`, `KlutchPlan`, `KlutchInstance` and `KlutchOwner`. */
export const formFields = [
  FormFieldBlueprint.make({
    name: 'target',
    params: {
      field: async () =>
        createFormField({
          ...targetField,
          component: await load(
            import('./KlutchTarget').then(m => m.KlutchTarget),
          ),
        }),
    },
  }),
  FormFieldBlueprint.make({
    name: 'plan',
    params: {
      field: async () =>
        createFormField({
          ...planField,
          component: await load(import('./KlutchPlan').then(m => m.KlutchPlan)),
        }),
    },
  }),
  FormFieldBlueprint.make({
    name: 'instance',
    params: {
      field: async () =>
        createFormField({
          ...instanceField,
          component: await load(
            import('./KlutchInstance').then(m => m.KlutchInstance),
          ),
        }),
    },
  }),
  FormFieldBlueprint.make({
    name: 'owner',
    params: {
      field: async () =>
        createFormField({
          ...ownerField,
          component: await load(
            import('./KlutchOwner').then(m => m.KlutchOwner),
          ),
        }),
    },
  }),
];

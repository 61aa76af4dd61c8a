/** The fields for software templates in the new frontend system. */
import {
  createFormField,
  FormFieldBlueprint,
} from '@backstage/plugin-scaffolder-react/alpha';
import { loadWithProviders } from '../loadWithProviders';
import { instanceField, ownerField, planField, targetField } from './fields';

/** `ui:field: KlutchTarget`, `KlutchPlan`, `KlutchInstance` and `KlutchOwner`. */
export const formFields = [
  FormFieldBlueprint.make({
    name: 'target',
    params: {
      field: async () =>
        createFormField({
          ...targetField,
          component: await loadWithProviders(
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
          component: await loadWithProviders(
            import('./KlutchPlan').then(m => m.KlutchPlan),
          ),
        }),
    },
  }),
  FormFieldBlueprint.make({
    name: 'instance',
    params: {
      field: async () =>
        createFormField({
          ...instanceField,
          component: await loadWithProviders(
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
          component: await loadWithProviders(
            import('./KlutchOwner').then(m => m.KlutchOwner),
          ),
        }),
    },
  }),
];

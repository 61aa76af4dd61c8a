/** Examples of the action, shown in the template editor. */
import type { TemplateExample } from '@backstage/plugin-scaffolder-node';
import { stringify } from 'yaml';

export const examples: TemplateExample[] = [
  {
    description:
      'Delete an instance with its service bindings, and wait until it is gone',
    example: stringify({
      steps: [
        {
          id: 'delete',
          name: 'Delete the instance',
          action: 'klutch:instance:delete',
          input: {
            instance: '${{ parameters.instance }}',
            deleteBindings: true,
          },
        },
        {
          id: 'gone',
          name: 'Wait until it is gone',
          action: 'klutch:wait',
          input: {
            claim: '${{ steps.delete.output.claimRef }}',
            until: 'gone',
          },
        },
      ],
    }),
  },
];

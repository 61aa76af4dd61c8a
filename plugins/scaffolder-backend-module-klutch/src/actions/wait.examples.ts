/** Examples of the action, shown in the template editor. */
import type { TemplateExample } from '@backstage/plugin-scaffolder-node';
import { stringify } from 'yaml';

export const examples: TemplateExample[] = [
  {
    description: 'Wait until an instance is ready',
    example: stringify({
      steps: [
        {
          id: 'ready',
          name: 'Wait until it is ready',
          action: 'klutch:wait',
          input: { claim: '${{ steps.order.output.claimRef }}' },
        },
      ],
    }),
  },
  {
    description: 'Wait up to ten minutes until an instance is gone',
    example: stringify({
      steps: [
        {
          id: 'gone',
          name: 'Wait until it is gone',
          action: 'klutch:wait',
          input: {
            claim: '${{ steps.delete.output.claimRef }}',
            until: 'gone',
            timeout: { minutes: 10 },
          },
        },
      ],
    }),
  },
];

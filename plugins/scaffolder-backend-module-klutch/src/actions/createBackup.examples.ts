/** Examples of the action, shown in the template editor. */
import type { TemplateExample } from '@backstage/plugin-scaffolder-node';
import { stringify } from 'yaml';

export const examples: TemplateExample[] = [
  {
    description: 'Take a backup of an instance, and wait until it is done',
    example: stringify({
      steps: [
        {
          id: 'backup',
          name: 'Take a backup',
          action: 'klutch:backup:create',
          input: { instance: '${{ parameters.instance }}' },
        },
        {
          id: 'done',
          name: 'Wait until it is done',
          action: 'klutch:wait',
          input: { claim: '${{ steps.backup.output.claimRef }}' },
        },
      ],
    }),
  },
];

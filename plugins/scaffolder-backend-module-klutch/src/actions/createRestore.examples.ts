/** Examples of the action, shown in the template editor. */
import type { TemplateExample } from '@backstage/plugin-scaffolder-node';
import { stringify } from 'yaml';

export const examples: TemplateExample[] = [
  {
    description: 'Restore a backup into its instance',
    example: stringify({
      steps: [
        {
          id: 'restore',
          name: 'Restore the backup',
          action: 'klutch:restore:create',
          input: {
            instance: '${{ parameters.instance }}',
            backup: '${{ parameters.backup }}',
          },
        },
      ],
    }),
  },
  {
    description:
      'Restore a backup that the template took before into a new instance, for services that support it',
    example: stringify({
      steps: [
        {
          id: 'restore',
          name: 'Restore the backup',
          action: 'klutch:restore:create',
          input: {
            instance: '${{ steps.order.output.claimRef }}',
            backup: '${{ steps.backup.output.claimRef }}',
          },
        },
      ],
    }),
  },
];

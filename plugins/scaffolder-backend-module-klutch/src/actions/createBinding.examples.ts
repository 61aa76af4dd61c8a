/** Examples of the action, shown in the template editor. */
import type { TemplateExample } from '@backstage/plugin-scaffolder-node';
import { stringify } from 'yaml';

export const examples: TemplateExample[] = [
  {
    description:
      'Get credentials for an instance, and write the name of their Secret into a Deployment',
    example: stringify({
      steps: [
        {
          id: 'bind',
          name: 'Get credentials',
          action: 'klutch:binding:create',
          input: {
            instance: '${{ steps.order.output.claimRef }}',
            name: '${{ parameters.name }}-app',
          },
        },
        {
          id: 'manifests',
          name: 'Write the manifests',
          action: 'fetch:template',
          input: {
            url: './manifests',
            values: { secretName: '${{ steps.bind.output.secretName }}' },
          },
        },
      ],
    }),
  },
];

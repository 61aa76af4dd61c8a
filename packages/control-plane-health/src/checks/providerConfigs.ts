/** ProviderConfigs whose health check failed. Pure function. */
import type { Unstructured } from '@klutch/kube';
import { referenceTo, type Problem } from '../Problem';

interface Health {
  lastStatus?: unknown;
  lastMessage?: unknown;
}

/** The problems of ProviderConfigs of the a9s data services; others have no health in their status. */
export const providerConfigProblems = (
  configs: readonly Unstructured[],
): Problem[] =>
  configs.flatMap((config): Problem[] => {
    const { lastMessage, lastStatus } = (config.status?.health ?? {}) as Health;
    if (lastStatus !== false) return [];
    const cause = typeof lastMessage === 'string' ? lastMessage : '';
    return [
      {
        severity: 'error',
        object: referenceTo(config),
        reason: 'ProviderConfigNotHealthy',
        params: { cause },
        message: `Its last health check failed. ${cause}`.trim(),
        remedy:
          'Check its URL, the Secret with the credentials that it names, and the network between the provider and the automation. Claims that need it wait meanwhile.',
      },
    ];
  });

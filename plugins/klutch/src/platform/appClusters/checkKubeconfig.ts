/** Client-side validation of a kubeconfig. */
import { parse } from 'yaml';
import type { T } from '../../hooks/useT';

/** The problem as a message for users; undefined when the text looks like a kubeconfig. */
export function checkKubeconfig(text: string, t: T): string | undefined {
  if (text.trim() === '') {
    return t('platform.add.problem.empty');
  }
  let config: unknown;
  try {
    config = parse(text);
  } catch (error) {
    const [message = ''] = String(
      error instanceof Error ? error.message : error,
    ).split('\n');
    return t('platform.add.problem.yaml', { message });
  }
  const hasClusters =
    typeof config === 'object' &&
    config !== null &&
    'clusters' in config &&
    Array.isArray(config.clusters) &&
    config.clusters.length > 0;
  return hasClusters ? undefined : t('platform.add.problem.kind');
}

/** What can be said about a kubeconfig before it is sent. */
import { parse } from 'yaml';
import type { T } from '../hooks/useT';

/** What is wrong with the text, in words; undefined when it is worth sending. */
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

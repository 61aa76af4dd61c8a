// The cluster and the user of a kubeconfig's current context.
import { Section } from './fields';
import { Fields, isFields } from '../isFields';
import { howToCopy, refuse } from './refuse';

const choose = `Choose one with "kubectl config use-context", then copy the output of "kubectl config view --minify --flatten --raw".`;

/** The entry with a name; several of one name are refused, as by kubectl. */
function find(config: Fields, list: string, name: unknown): Fields | undefined {
  const entries: unknown = config[list];
  if (!Array.isArray(entries)) return undefined;
  const found = entries.filter(isFields).filter(entry => entry.name === name);
  if (found.length > 1) {
    refuse(
      'duplicate-name',
      list,
      `Two of its ${list} have the same name, so it is not clear which one is meant. Delete or rename one.`,
    );
  }
  return found[0];
}

function target(
  config: Fields,
  context: Fields,
  kind: 'cluster' | 'user',
): Section {
  const list = `${kind}s`;
  const name = context[kind];
  const fields =
    typeof name === 'string' ? find(config, list, name)?.[kind] : undefined;
  return isFields(fields)
    ? { path: kind, fields }
    : refuse(
        'broken-context',
        `context.${kind}`,
        `Its current context does not lead to a ${kind}. ${choose}`,
      );
}

function contextOf(config: Fields): Fields {
  const name = config['current-context'];
  const isNamed = typeof name === 'string' && name !== '';
  const context = isNamed ? find(config, 'contexts', name)?.context : undefined;
  if (isFields(context)) return context;
  return refuse(
    'no-current-context',
    'current-context',
    isNamed
      ? `Its current context is not in its list of contexts. ${choose}`
      : `It has no current context, so it is not clear which of its clusters is meant. ${choose}`,
  );
}

/**
 * The cluster and user of the current context; all other contexts are ignored.
 *
 * @param content - the parsed file
 * @throws KubeconfigRefusedError when the content is no kubeconfig, or the context, cluster or user is missing
 */
export function currentContext(content: unknown): {
  cluster: Section;
  user: Section;
} {
  if (!isFields(content) || (content.kind ?? 'Config') !== 'Config') {
    return refuse(
      'not-a-kubeconfig',
      undefined,
      `It is not a kubeconfig. ${howToCopy}`,
    );
  }
  const context = contextOf(content);
  return {
    cluster: target(content, context, 'cluster'),
    user: target(content, context, 'user'),
  };
}

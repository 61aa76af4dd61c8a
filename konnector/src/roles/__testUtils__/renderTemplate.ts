/**
 * Renders the parts of Helm's language that the chart's Deployment uses, and throws on all others. Helm itself, which
 * has to be built first, renders the chart in the long run.
 */
import { stringify } from 'yaml';

/** The values that expressions refer to. */
export interface Scope {
  Values: Record<string, unknown>;
  Chart: { AppVersion: string };
}

const action = /\{\{(-?)\s*(.*?)\s*\}\}/;

function valueAt(path: string, scope: Scope, dot: unknown): unknown {
  if (path === '.') return dot;
  const keys = /^\.((?:\w+\.)*\w+)$/.exec(path)?.[1]?.split('.');
  if (!keys) throw new Error(`The test cannot render "${path}".`);
  return keys.reduce<unknown>(
    (value, key) => (value as Record<string, unknown>)[key],
    scope,
  );
}

const isEmpty = (value: unknown): boolean =>
  !value || (typeof value === 'object' && Object.keys(value).length === 0);

function evaluate(pipeline: string, scope: Scope, dot: unknown): unknown {
  return pipeline.split(/\s*\|\s*/).reduce<unknown>((piped, stage) => {
    const words = stage.split(/\s+/);
    const path = words.pop() ?? '';
    switch (words.join(' ')) {
      case '':
        return valueAt(path, scope, dot);
      case 'toYaml':
        return stringify(valueAt(path, scope, dot)).trimEnd();
      case 'default':
        return isEmpty(piped) ? valueAt(path, scope, dot) : piped;
      case 'nindent':
        return `\n${String(piped).replace(/^/gm, ' '.repeat(Number(path)))}`;
      default:
        throw new Error(`The test cannot render "${stage}".`);
    }
  }, undefined);
}

/** Renders a template of the chart as Helm would. */
export function renderTemplate(template: string, scope: Scope): string {
  let rest = template;
  /** Renders up to the block's `end`; the result of a skipped block is discarded. */
  function block(dot: unknown): string {
    let text = '';
    for (
      let found = action.exec(rest);
      found !== null;
      found = action.exec(rest)
    ) {
      const [whole, trims, words = ''] = found;
      const before = rest.slice(0, found.index);
      text += trims ? before.trimEnd() : before;
      rest = rest.slice(found.index + whole.length);
      if (words === 'end') return text;
      const [, subject] = /^with (.*)$/.exec(words) ?? [];
      if (subject === undefined) {
        text += String(evaluate(words, scope, dot));
      } else {
        const inner = evaluate(subject, scope, dot);
        const body = block(inner);
        if (!isEmpty(inner)) text += body;
      }
    }
    return text + rest;
  }
  return block(scope);
}

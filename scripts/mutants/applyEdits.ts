// Applies a defect to source text.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, type SgNode } from '@ast-grep/napi';
import { root } from '../lib/root';
import type { Edit, Mutant } from './mutantFiles';

const fill = (fix: string, node: SgNode): string =>
  fix.replaceAll(/(\${3}|\$)([A-Z][A-Z0-9_]*)/g, (_, sigil, name) =>
    sigil === '$'
      ? (node.getMatch(name)?.text() ?? '')
      : node
          .getMultipleMatches(name)
          .map(part => part.text())
          .join(''),
  );

function applyEdit(text: string, { file, rule, fix }: Edit): string {
  const tree = parse(file.endsWith('x') ? 'Tsx' : 'TypeScript', text).root();
  const [node, ...others] = tree.findAll({ rule });
  if (!node || others.length > 0) {
    throw new Error(
      `${file}: the rule matches ${others.length + (node ? 1 : 0)} places, not one.`,
    );
  }
  return tree.commitEdits([node.replace(fill(fix, node))]);
}

/**
 * The edited files of a mutant, by path relative to the repository.
 * @throws Error that names the file whose rule does not match exactly one place
 */
export function applyEdits({ name, edits }: Mutant): Map<string, string> {
  const files = new Map<string, string>();
  for (const edit of edits) {
    const path = join(root, edit.file);
    if (!existsSync(path)) {
      throw new Error(`${name}: there is no file ${edit.file}.`);
    }
    const before = files.get(edit.file) ?? readFileSync(path, 'utf8');
    try {
      files.set(edit.file, applyEdit(before, edit));
    } catch (error) {
      throw new Error(
        `${name}: ${error instanceof Error ? error.message : error}`,
      );
    }
  }
  return files;
}

// Finds import cycles within a package, also of types.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import ts from 'typescript';
import { root } from './lib/root';
import { printHeading } from './lib/run';
import { Counts, countOf } from './lib/runTests';
import { workspaces } from './lib/workspaces';

type Imports = ReadonlyMap<string, readonly string[]>;

const endings = ['.ts', '.tsx', '/index.ts', '/index.tsx'];

function importsOf(file: string): string[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(file, 'utf8'));
  return importedFiles
    .filter(({ fileName }) => fileName.startsWith('.'))
    .flatMap(({ fileName }) => {
      const path = resolve(dirname(file), fileName);
      return endings.map(ending => path + ending).find(existsSync) ?? [];
    });
}

/** Finds at least one cycle if there are any, by a depth-first search. */
function cyclesOf(imports: Imports): string[][] {
  const finished = new Set<string>();
  const path: string[] = [];
  const visit = (file: string): string[] | undefined => {
    const start = path.indexOf(file);
    if (start >= 0) return path.slice(start);
    if (finished.has(file)) return undefined;
    path.push(file);
    let cycle: string[] | undefined;
    for (const imported of imports.get(file) ?? []) cycle ??= visit(imported);
    path.pop();
    finished.add(file);
    return cycle;
  };
  return [...imports.keys()].flatMap(file => {
    const cycle = visit(file);
    return cycle ? [cycle] : [];
  });
}

function importsIn(folder: string): Imports {
  const src = join(root, folder, 'src');
  const files = ts.sys.readDirectory(src, ['.ts', '.tsx']);
  return new Map(files.map(file => [file, importsOf(file)]));
}

/** Checks all packages; prints the cycles. */
export async function checkImportCycles(): Promise<Counts> {
  const cycles = workspaces().flatMap(folder => cyclesOf(importsIn(folder)));
  for (const cycle of cycles) {
    const files = cycle.map(file => relative(root, file)).join(', ');
    printHeading(
      `import cycle: ${files}. Move what these modules share into a module of its own.`,
    );
  }
  return countOf(cycles.length === 0);
}

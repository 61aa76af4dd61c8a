/** Reads the steps of an installation page: shell commands, files to write, and changes of files. */

/** What a fenced block of the page tells the reader to do. */
export type Step =
  | { kind: 'run'; commands: string }
  | { kind: 'write'; file: string; content: string }
  | { kind: 'change'; file: string; diff: string };

/** The frontend systems; a heading that begins with `New` or `Classic` is only for one of them. */
export type FrontendSystem = 'new' | 'classic';

/** When a step is done: before the app is started, or once an instance was ordered in the running app. */
export type Phase = 'install' | 'use';

interface Block {
  /** Number of `#` and text of the nearest heading above. */
  heading: { level: number; text: string };
  language: string;
  title?: string;
  content: string;
}

const FENCE = /^```(\w+)(?: title="([^"]+)")?$/;
const HEADING = /^(#+) (.*)$/;
const OF_OTHER_SYSTEM = { new: /^Classic /, classic: /^New / };
const USE = /^\d+\. The command line$/;

function readBlocks(markdown: string): Block[] {
  const blocks: Block[] = [];
  let heading = { level: 0, text: '' };
  let open: (Omit<Block, 'content'> & { lines: string[] }) | undefined;
  for (const line of markdown.split('\n')) {
    if (open && line === '```') {
      const { lines, ...block } = open;
      blocks.push({ ...block, content: `${lines.join('\n')}\n` });
      open = undefined;
    } else if (open) {
      open.lines.push(line);
    } else {
      const [, language = '', title] = FENCE.exec(line) ?? [];
      const [, marks = '', text = ''] = HEADING.exec(line) ?? [];
      if (language) open = { heading, language, title, lines: [] };
      if (marks) heading = { level: marks.length, text };
    }
  }
  return blocks;
}

function toStep({ language, title, content }: Block): Step | undefined {
  if (language === 'diff' && title)
    return { kind: 'change', file: title, diff: content };
  if (title) return { kind: 'write', file: title, content };
  return language === 'sh' ? { kind: 'run', commands: content } : undefined;
}

/**
 * The steps of a phase, in order: `sh` blocks are commands, blocks with a title are files, `diff` blocks with a title
 * change files. Other blocks are examples.
 */
export function readSteps(
  markdown: string,
  system: FrontendSystem,
  phase: Phase = 'install',
): Step[] {
  return readBlocks(markdown)
    .filter(
      ({ heading }) =>
        !OF_OTHER_SYSTEM[system].test(heading.text) &&
        USE.test(heading.text) === (phase === 'use'),
    )
    .flatMap(block => toStep(block) ?? []);
}

/** The `yaml` blocks without a title below a heading, in order: examples of configuration. */
export const readExamples = (markdown: string, heading: string): string[] =>
  readBlocks(markdown)
    .filter(
      block =>
        block.heading.text === heading &&
        block.language === 'yaml' &&
        !block.title,
    )
    .map(({ content }) => content);

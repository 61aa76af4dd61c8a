import { readExamples, readSteps } from './page';

const page = `
# Install

## Packages

\`\`\`sh
yarn add one
\`\`\`

\`\`\`yaml
only: an example
\`\`\`

### Classic frontend system

\`\`\`diff title="src/App.tsx"
 a
+b
\`\`\`

### New frontend system

\`\`\`diff title="app-config.yaml"
+new: 1
\`\`\`

## 2. The command line

\`\`\`sh
klutch status
\`\`\`

## Configuration

\`\`\`yaml title="app-config.local.yaml"
klutch: {}
\`\`\`
`;

describe('readSteps', () => {
  it('reads commands, files and changes in order, and leaves out examples', () => {
    expect(readSteps(page, 'classic')).toEqual([
      { kind: 'run', commands: 'yarn add one\n' },
      { kind: 'change', file: 'src/App.tsx', diff: ' a\n+b\n' },
      {
        kind: 'write',
        file: 'app-config.local.yaml',
        content: 'klutch: {}\n',
      },
    ]);
  });

  it('leaves out what is only for the other frontend system', () => {
    const changed = readSteps(page, 'new').flatMap(step =>
      step.kind === 'change' ? [step.file] : [],
    );
    expect(changed).toEqual(['app-config.yaml']);
  });

  it('reads what needs the running app on its own', () => {
    expect(readSteps(page, 'new', 'use')).toEqual([
      { kind: 'run', commands: 'klutch status\n' },
    ]);
  });
});

describe('readExamples', () => {
  it('reads the configuration below a heading that is no file to write', () => {
    expect(readExamples(page, 'Packages')).toEqual(['only: an example\n']);
    expect(readExamples(page, 'Configuration')).toEqual([]);
  });
});

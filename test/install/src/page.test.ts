import { readSteps } from './page';

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

  it('leaves out what is only for the classic frontend system', () => {
    expect(readSteps(page, 'new').map(({ kind }) => kind)).toEqual([
      'run',
      'write',
    ]);
  });
});

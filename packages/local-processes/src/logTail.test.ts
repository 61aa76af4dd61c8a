import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lastLines, readLogTail } from './logTail';
import { useTemporaryDirs } from './testing/temporaryDir';

describe('the tail of a log', () => {
  const temporaryDir = useTemporaryDirs();

  it('has the last non-empty lines, truncated to a readable length', () => {
    expect(lastLines('a\n\nb\r\nc\n', 2)).toEqual(['b', 'c']);
    expect(lastLines('x'.repeat(1000), 1)[0]).toMatch(/^x{400}…$/);
  });

  it('is read from the end of a big file', async () => {
    const file = join(temporaryDir(), 'log');
    writeFileSync(file, `${'filler\n'.repeat(20_000)}the end\n`);
    expect(await readLogTail(file, 2)).toEqual(['filler', 'the end']);
  });

  it('is empty when there is no file', async () => {
    expect(await readLogTail('/does/not/exist')).toEqual([]);
  });
});

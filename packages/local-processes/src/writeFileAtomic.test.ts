import {
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeFileAtomic } from './writeFileAtomic';

describe('writeFileAtomic', () => {
  let dir: string;

  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'klutch-atomic-'));
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  it('replaces the text and the mode, and leaves no other file', () => {
    const file = join(dir, 'record.json');
    writeFileSync(file, 'old', { mode: 0o644 });
    writeFileAtomic(file, 'new', { mode: 0o600 });
    expect(readFileSync(file, 'utf8')).toBe('new');
    expect(statSync(file).mode % 0o1000).toBe(0o600);
    expect(readdirSync(dir)).toEqual(['record.json']);
  });

  it('keeps the old text when it fails', () => {
    expect(() => writeFileAtomic(dir, 'new')).toThrow();
    expect(statSync(dir).isDirectory()).toBe(true);
  });
});

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readServerConfig } from './config';
import { defaultImage, serverManifests } from './manifests';

const document = join(__dirname, '../../../../docs/binding.md');
const samples = [
  ...readFileSync(document, 'utf8').matchAll(
    /```yaml\n(controlPlane:[^]*?)```/g,
  ),
].map(([, sample = '']) => sample);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'klutch-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const configOf = (configText: string) => {
  const file = join(folder, 'binding.yaml');
  writeFileSync(file, configText);
  return readServerConfig(file);
};

describe('the samples of docs/binding.md', () => {
  it('are one for a host and one for pods', () => {
    expect(samples).toHaveLength(2);
  });

  it.each(samples)('are valid: %#', sample => {
    expect(() => configOf(sample)).not.toThrow();
  });

  it('include a sample that runs in pods', () => {
    const [, configText = ''] = samples;
    const options = { config: configOf(configText), configText };
    const identity = { namespace: 'data', serviceAccount: 'backend' };
    expect(() =>
      serverManifests({ ...options, ...identity, image: defaultImage }),
    ).not.toThrow();
  });
});

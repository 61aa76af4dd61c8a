import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { defaultDir, layoutOf, repository } from './layout';
import { readyText } from './readyText';
import type { SandboxState } from './state';

function stateIn(dir: string): SandboxState {
  const { kubeconfigs } = layoutOf(dir);
  return {
    pid: 1,
    url: 'http://localhost:7107',
    bindingUrl: 'http://localhost:7107/api/klutch/binding/export',
    issuer: 'http://localhost:7108',
    kubectl: '/cache/kubectl',
    kubeconfigs: {
      alice: join(kubeconfigs, 'alice.yaml'),
      appCluster: join(kubeconfigs, 'apps.yaml'),
      controlPlane: join(kubeconfigs, 'control-plane.yaml'),
    },
  };
}

const textIn = (dir: string, headless = false) =>
  readyText(stateIn(dir), { dir, headless });

describe('the text of a sandbox that is ready', () => {
  it('R33: names the folder given by --dir, for the data and for the demo', () => {
    const text = textIn('/data/try', true);
    expect(text).toContain('the data stay in /data/try for the next start');
    expect(text).toContain('npm run demo -- --dir /data/try');
    expect(text).not.toContain('.sandbox');
    expect(textIn(defaultDir, true)).toMatch(/npm run demo$/m);
  });

  it('R33: asks for a second terminal for commands, and shows the password', () => {
    const text = textIn(defaultDir);
    expect(text).toContain('the commands in a second terminal');
    expect(text).toContain('password "sandbox"');
  });

  it.each([true, false])(
    'R33: prints no command that does not exist, headless %s',
    headless => {
      const text = textIn(defaultDir, headless);
      const scripts = require(join(repository, 'package.json')).scripts;
      for (const [, script = ''] of text.matchAll(/npm run (\S+)/g)) {
        expect(scripts).toHaveProperty(script);
      }
      // kubectl plugins are not part of the sandbox, so only built-in commands may appear.
      for (const [, verb] of text.matchAll(
        /kubectl(?: --kubeconfig \S+| -n \S+)* (\S+)/g,
      )) {
        expect(verb).toBe('get');
      }
      for (const [, file = ''] of text.matchAll(
        /packages\/sandbox\/(\S+\.md)/g,
      )) {
        expect(readdirSync(join(repository, 'packages/sandbox'))).toContain(
          file,
        );
      }
    },
  );
});

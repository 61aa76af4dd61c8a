import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { pickPort, startProcess } from '@klutch/local-processes';
import { useTemporaryDirs } from '../testing/temporaryDir';
import { debianPrograms } from './debianPrograms';

const describeOnDebian = existsSync('/usr/bin/apt-get')
  ? describe
  : describe.skip;

describeOnDebian('an unpacked Redis', () => {
  const temporaryDir = useTemporaryDirs();

  it('answers its client', async () => {
    const { programs, env } = await debianPrograms({
      packages: ['redis-server', 'redis-tools'],
      programs: ['redis-server', 'redis-cli'],
    });
    const port = `${await pickPort()}`;
    const ping = async () =>
      (await execa(programs['redis-cli'], ['-p', port, 'PING'], { env }))
        .stdout;
    const server = await startProcess({
      name: 'redis-server',
      command: programs['redis-server'],
      args: ['--port', port, '--bind', '127.0.0.1', '--save', ''],
      env,
      logFile: join(temporaryDir(), 'redis.log'),
      ready: async () => (await ping()) === 'PONG',
    });
    expect(await ping()).toBe('PONG');
    await server.stop();
  });
});

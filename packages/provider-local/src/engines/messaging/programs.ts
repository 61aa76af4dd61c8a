/** Finds the programs of RabbitMQ. */
import { realpath } from 'node:fs/promises';
import { dirname } from 'node:path';
import { plainEnvironment } from '../../host/runProgram';
import { findServerPrograms } from '../../host/serverPrograms';
import { ProgramSearch } from '../../host/ServiceEngine';
import { serverSeries } from './plans';

export interface MessagingPrograms {
  /** Absolute path. */
  server: string;
  /** In addition to the usual environment. */
  env: Record<string, string>;
}

/** The packages whose files the server uses; their dependencies are added. */
const packages = [
  'rabbitmq-server',
  'erlang-base',
  ...['asn1', 'crypto', 'inets', 'mnesia', 'os-mon', 'public-key'],
  ...['runtime-tools', 'ssl', 'syntax-tools', 'tools', 'xmerl'],
].map(name => (/^(rabbitmq|erlang)-/.test(name) ? name : `erlang-${name}`));

/** The version in the path of an installation, such as `rabbitmq_server-3.10.8/sbin/rabbitmq-server`. Pure function. */
export const versionIn = (path: string): string =>
  /rabbitmq(?:_server)?[-/](\d+\.\d+\.\d+)/.exec(path)?.[1] ?? 'unknown';

/** Throws ServiceError with what to install. */
export async function findPrograms(
  search: ProgramSearch,
): Promise<MessagingPrograms> {
  const { programs, env } = await findServerPrograms(
    search,
    [
      {
        title: `RabbitMQ ${serverSeries}`,
        // The last one is not beside Debian's wrappers on the path, which run only as the user rabbitmq.
        programs: ['rabbitmq-server', 'rabbitmq-env'],
        readVersion: async (found, run) => {
          // `rabbitmqctl --version` starts a node, and with it an epmd that stays.
          await run('/usr/bin/env', [
            'HOME=/',
            'erl',
            '-noinput',
            '-s',
            'erlang',
            'halt',
          ]);
          return versionIn(await realpath(found['rabbitmq-server']));
        },
        accepts: version => version.startsWith(`${serverSeries}.`),
        folders: ['/usr/lib/rabbitmq/bin'],
        formulas: [],
        packages,
        packageFolders: ['lib/rabbitmq/bin'],
      },
    ],
    `Install RabbitMQ ${serverSeries} with Erlang 25: the package rabbitmq-server of Debian 12.`,
  );
  const { PATH: path = plainEnvironment().PATH } = env;
  return {
    server: programs['rabbitmq-server'],
    env: {
      ...env,
      PATH: [dirname(programs['rabbitmq-server']), path].join(':'),
    },
  };
}

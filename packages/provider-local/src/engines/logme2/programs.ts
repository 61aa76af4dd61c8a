/** Finds the programs of log management: the log receiver, and the search engine that stores the logs. */
import { access } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { findServerPrograms } from '../../host/serverPrograms';
import { ProgramSearch } from '../../host/ServiceEngine';
import {
  OpenSearchPrograms,
  findPrograms as findOpenSearch,
} from '../search/server/programs';

export interface ReceiverPrograms {
  /** Absolute path. */
  rsyslogd: string;
  /** The folder of rsyslog's modules. */
  modules: string;
  /** In addition to the usual environment. */
  env: Record<string, string>;
}

export interface Programs {
  server: OpenSearchPrograms;
  receiver: ReceiverPrograms;
}

/** Modules that are in packages of their own. */
const modules = ['omelasticsearch.so', 'lmnsd_ossl.so'];
const packages = ['rsyslog', 'rsyslog-elasticsearch', 'rsyslog-openssl'];

/** The folder of modules below a prefix. Throws an error that names it when modules are missing. */
async function findModules(prefix: string): Promise<string> {
  const { arch } = process;
  const triplet = { x64: 'x86_64', arm64: 'aarch64' }[arch as string] ?? arch;
  for (const folder of [`lib/${triplet}-linux-gnu`, 'lib64', 'lib']) {
    const candidate = join(prefix, folder, 'rsyslog');
    const found = await Promise.all(
      modules.map(name =>
        access(join(candidate, name)).then(
          () => true,
          () => false,
        ),
      ),
    );
    if (found.every(Boolean)) return candidate;
  }
  throw new Error(
    `rsyslog in ${prefix} lacks the modules ${modules.join(' and ')}`,
  );
}

async function findReceiver(search: ProgramSearch): Promise<ReceiverPrograms> {
  const { programs, prefix, env } = await findServerPrograms(
    search,
    [
      {
        title: 'rsyslog with Elasticsearch and OpenSSL',
        programs: ['rsyslogd'],
        // Any version will do that has the modules.
        accepts: () => true,
        async readVersion({ rsyslogd }) {
          await findModules(dirname(dirname(rsyslogd)));
          return '';
        },
        formulas: [],
        packages,
      },
    ],
    `Install the packages ${packages.join(', ')}.`,
  );
  return {
    rsyslogd: programs.rsyslogd,
    modules: await findModules(prefix),
    env,
  };
}

/** Throws ServiceError with what to install. */
export async function findPrograms(search: ProgramSearch): Promise<Programs> {
  return {
    receiver: await findReceiver(search),
    server: await findOpenSearch(search),
  };
}

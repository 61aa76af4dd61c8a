/** Finds the programs of log management: the log receiver, and the search engine that stores the logs. */
import { access, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { debianPrograms, findOnPath } from '@klutch/programs';
import { errorMessage } from '@klutch/kube';
import { ServiceError } from '../../errors';
import { reachableFolder } from '../../host/reachableFolder';
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

async function ofSystem(): Promise<ReceiverPrograms> {
  const { found } = await findOnPath({ programs: ['rsyslogd'] });
  if (!found) throw new Error('rsyslogd is not on the PATH');
  const { rsyslogd } = found.programs;
  return { rsyslogd, modules: await findModules(found.prefix), env: {} };
}

async function ofPackages({
  onProgress,
  runAs,
  folder,
}: ProgramSearch): Promise<ReceiverPrograms> {
  const found = await debianPrograms({
    packages,
    programs: ['rsyslogd'],
    onProgress,
  });
  const root = dirname(found.prefix);
  const version = `${basename(root)}-${Math.floor((await stat(root)).mtimeMs)}`;
  const target = await reachableFolder(runAs, root, {
    copies: folder,
    version,
  });
  const move = (path = '') => path.replaceAll(root, target);
  return {
    rsyslogd: move(found.programs.rsyslogd),
    modules: await findModules(move(found.prefix)),
    env: { LD_LIBRARY_PATH: move(found.env.LD_LIBRARY_PATH) },
  };
}

async function findReceiver(search: ProgramSearch): Promise<ReceiverPrograms> {
  const failures: string[] = [];
  for (const find of [ofSystem, ofPackages]) {
    try {
      return await find(search);
    } catch (error) {
      failures.push(errorMessage(error));
    }
  }
  throw new ServiceError(
    `This machine has no rsyslog with Elasticsearch and OpenSSL. Install the packages ${packages.join(', ')}. Tried: ${failures.join('; ')}.`,
    { retry: true },
  );
}

/** Throws ServiceError with what to install. */
export async function findPrograms(search: ProgramSearch): Promise<Programs> {
  return {
    receiver: await findReceiver(search),
    server: await findOpenSearch(search),
  };
}

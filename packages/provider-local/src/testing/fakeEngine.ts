/** An engine of two processes, of which the second needs the first. Its data is one file. */
import { createConnection } from 'node:net';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  EngineInstance,
  OfferedPlan,
  ServiceEngine,
} from '../host/ServiceEngine';

interface FakeConfig {
  motto: string;
}

/** Listens on the port of its second argument, once a server listens on that of the third, if any. */
const program = `
  const { createServer, createConnection } = require('node:net');
  const [name, port, needed] = process.argv.slice(1);
  console.log(name + ' starts');
  const listen = () => createServer(socket => socket.end()).listen(Number(port), '127.0.0.1');
  if (!needed) listen();
  else createConnection(Number(needed), '127.0.0.1').on('connect', listen).on('error', () => {
    console.log('FATAL: no back end'); process.exit(1);
  });
`;

const listens = (port: number) =>
  new Promise<boolean>(resolve => {
    const socket = createConnection(port, '127.0.0.1')
      .on('connect', () => {
        socket.destroy();
        resolve(true);
      })
      .on('error', () => resolve(false));
  });

type Engine = ServiceEngine<OfferedPlan, FakeConfig, string>;

export const fakePlan = 'fake-single-nano';

/** `changes` replaces parts of the engine, and `changesOfInstances` of its instances. */
export const fakeEngine = (
  changes: Partial<Engine> = {},
  changesOfInstances: Partial<EngineInstance<FakeConfig>> = {},
): ServiceEngine => {
  const engine: Engine = {
    type: 'fake',
    title: 'Fake',
    offers: [
      {
        serviceName: 'a9s-fake1',
        serviceId: 'svc-fake1',
        title: 'Fake 1',
        plans: [
          { name: fakePlan, id: 'plan-f', storageBytes: 1, maximums: {} },
        ],
      },
    ],
    ports: ['front', 'back'],
    findPrograms: async () => process.execPath,
    parse: (_, parameters) => ({ motto: String(parameters.motto) }),
    open: context => {
      const data = join(context.dataDir, 'data');
      const argsOf = (...args: string[]) => ['-e', program, ...args];
      const { port } = context;
      return {
        initialise: () => writeFile(data, context.config.motto),
        configure: async () => {},
        processes: async () => [
          {
            name: 'back',
            title: 'Back end',
            command: context.programs,
            args: argsOf('back', `${port('back')}`),
            ready: () => listens(port('back')),
          },
          {
            name: 'front',
            title: 'Front end',
            command: context.programs,
            args: argsOf('front', `${port('front')}`, `${port('back')}`),
            ready: () => listens(port('front')),
          },
        ],
        prepare: async () => {},
        version: async () => '1.2',
        planUpdate: async () => 'reload',
        reload: () => writeFile(data, context.config.motto),
        createUser: async id => ({
          secret: {
            motto: await readFile(data, 'utf8'),
            password: context.derivePassword(id),
          },
          addresses: ['front', 'back'].map(label => ({
            host: '127.0.0.1',
            port: port(label),
            label,
          })),
        }),
        dropUser: async () => {},
        backups: {
          dump: file => copyFile(data, file),
          restore: ({ file }) =>
            context.whileStopped(() => copyFile(file, data)),
        },
        ...changesOfInstances,
      };
    },
    ...changes,
  };
  return engine;
};

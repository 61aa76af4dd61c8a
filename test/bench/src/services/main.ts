// `npm run bench:services`
import { runBench } from '../harness/runBench';
import { startSandbox, type ServicesEnvironment } from './environment';
import { backup, many, services, start } from './parts';

void runBench<ServicesEnvironment>({
  name: 'services',
  command: 'npm run bench:services --',
  about:
    'Times of the data services in a sandbox: real servers, ordered through the portal. Not a comparison: real servers have no bare way beside them.',
  parts: {
    start: { about: 'start and memory of the sandbox', run: start },
    services: {
      about: 'order and service binding of each kind',
      run: services,
    },
    backup: { about: 'backup and restore of a large database', run: backup },
    many: { about: 'many instances at once', run: many },
  },
  async setUp(_options, { log }) {
    const environment = await startSandbox(log);
    return { environment, tearDown: () => environment.tearDown() };
  },
});

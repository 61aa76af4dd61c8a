// `npm run bench:portal`
import { Option } from 'commander';
import { positiveNumber, runBench } from '../harness/runBench';
import { burst, changes } from './changes';
import { setUpPortal, type PortalEnvironment } from './environment';
import { footprint } from './footprint';
import { lists } from './lists';

void runBench<PortalEnvironment>({
  name: 'portal',
  command: 'npm run bench:portal --',
  about:
    'Figures of the portal backend, in a process of its own, with instances on many real app clusters.',
  options: [
    new Option('--clusters <number>', 'app clusters')
      .default(20)
      .argParser(positiveNumber),
    new Option('--instances <number>', 'instances on all app clusters')
      .default(10_000)
      .argParser(positiveNumber),
  ],
  parts: {
    lists: { about: 'time of lists', run: lists },
    footprint: { about: 'memory and processor when idle', run: footprint },
    changes: { about: 'time until a change is in a page', run: changes },
    burst: {
      about: 'block of the event loop under many changes',
      run: burst,
    },
  },
  setUp: setUpPortal,
});

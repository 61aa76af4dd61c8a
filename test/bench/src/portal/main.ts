// `npm run bench:portal`
import { Option } from 'commander';
import { positiveNumber, runBench } from '../harness/runBench';
import { burst } from './burst';
import { changes } from './changes';
import { changesInBrowser } from './changesInBrowser';
import { setUpPortal, type PortalEnvironment } from './environment';
import { firstPage } from './firstPage';
import { footprint } from './footprint';
import { instancesInBrowser } from './instancesInBrowser';
import { lists } from './lists';
import { openPages } from './openPages';
import { platformLists } from './platformLists';

void runBench<PortalEnvironment>({
  name: 'portal',
  command: 'npm run bench:portal --',
  about:
    'Figures of the portal, its backend and its pages in a browser, with instances on many real app clusters.',
  options: [
    new Option('--clusters <number>', 'app clusters')
      .default(20)
      .argParser(positiveNumber),
    new Option(
      '--instances <number>',
      'instances on all app clusters, more than a page',
    )
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
    open: { about: 'what open pages ask of clusters', run: openPages },
    platform: {
      about: 'time of lists of operators, with 200 more app clusters',
      run: platformLists,
    },
    // From here on the backend runs as in the demo, beside a browser; the parts above need the process of the bench.
    page: { about: 'first page in a browser', run: firstPage },
    instances: {
      about: 'list of instances in a browser',
      run: instancesInBrowser,
    },
    live: {
      about: 'time until a change is on the screen',
      run: changesInBrowser,
    },
  },
  setUp: setUpPortal,
});

/**
 * Script: begins to obtain a file, says so and does not come to an end. Argument: target.
 */
import { obtainOnce } from '../binaries/obtainOnce';

const [target = ''] = process.argv.slice(2);

void obtainOnce({
  what: 'thing v1',
  target,
  advice: '',
  ways: [
    {
      name: 'build',
      obtain: () =>
        new Promise(() => {
          process.stdout.write('begun\n');
          setInterval(() => undefined, 60_000);
        }),
    },
  ],
});

/** Script: begins to install a file, prints a line and never finishes. Argument: target. */
import { installOnce } from '../installOnce';

const [target = ''] = process.argv.slice(2);

void installOnce({
  what: 'thing v1',
  target,
  hint: '',
  methods: [
    {
      name: 'build',
      install: () =>
        new Promise(() => {
          process.stdout.write('begun\n');
          setInterval(() => undefined, 60_000);
        }),
    },
  ],
});

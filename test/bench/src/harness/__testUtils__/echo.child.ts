// The child process of the tests of `child.ts`.
import { collectGarbage, runAsChild } from '../child';

runAsChild<string, string>(async (input, parent) => {
  if (input === 'fail') throw new Error('as asked');
  if (input === 'exit') process.exit(3);
  if (input === 'collect') collectGarbage();
  parent.send('ready', process.pid);
  return `${input} ${await parent.receive('word')}`;
});

import { withDryRunValues } from './dryRunOption';

it.each([
  [['bind', '--dry-run', 'https://bind.example'], '--dry-run=client'],
  [['--dry-run', '-f', 'x'], '--dry-run=client'],
  [['x', '--dry-run'], '--dry-run=client'],
  [['x', '--dry-run', 'server'], '--dry-run'],
  [['x', '--dry-run=server'], '--dry-run=server'],
  [['connect', 'x', '--', '--dry-run'], '--dry-run'],
])('of %j makes %s', (args, expected) => {
  const completed = withDryRunValues(args);
  expect(completed).toHaveLength(args.length);
  expect(completed.find(arg => arg.startsWith('--dry-run'))).toBe(expected);
});

import { join } from 'node:path';
import { removeFolder, temporaryFolder } from '../testing/host';
import { RecordFile } from './RecordFile';

it('a change that cannot be stored is not made', async () => {
  const folder = await temporaryFolder();
  const record = new RecordFile(join(folder, 'missing', 'record.json'), {
    state: 'deploying',
  });
  expect(() => record.save({ state: 'provisioned' })).toThrow(/ENOENT/);
  expect(record.value).toEqual({ state: 'deploying' });
  await removeFolder(folder);
});

import { parseAllDocuments } from 'yaml';
import { remoteRolesCommand } from './command';
import { remoteKonnectorRoles } from './remote';

it('prints the roles of control-plane mode as YAML for kubectl', async () => {
  let text = '';
  await remoteRolesCommand(yaml => {
    text = yaml;
  }).parseAsync([], { from: 'user' });
  const printed = parseAllDocuments(text).map(document => document.toJS());
  expect(printed).toEqual(remoteKonnectorRoles());
});

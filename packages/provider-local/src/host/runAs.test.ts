import { chooseUser } from './runAs';

describe('the user that servers run as under root', () => {
  const nobody = 'nobody:x:65534:65533:nobody:/nonexistent:/usr/sbin/nologin';
  it('is postgres if it exists, else the user nobody, never root', () => {
    expect(
      chooseUser(
        `root:x:0:0::/root:/bin/sh\n${nobody}\npostgres:x:101:104::/var:/bin/sh\n`,
      ),
    ).toEqual({
      uid: 101,
      gid: 104,
    });
    expect(chooseUser(nobody)).toEqual({ uid: 65534, gid: 65533 });
    expect(chooseUser('postgres:x:0:0::/root:/bin/sh')).toBeUndefined();
  });
});

import { impersonationHeaders } from './impersonation';

describe('impersonationHeaders', () => {
  it('repeats the header for each group', () => {
    expect(
      impersonationHeaders({ user: 'klutch:alice', groups: ['a b', 'c'] }),
    ).toEqual({
      'impersonate-user': 'klutch:alice',
      'impersonate-group': ['a b', 'c'],
    });
  });

  it('sends no empty header when there are no groups', () => {
    expect(impersonationHeaders({ user: 'alice', groups: [] })).toEqual({
      'impersonate-user': 'alice',
    });
  });

  it.each([
    'system:admin',
    'system:serviceaccount:kube-system:default',
    'System:masters',
    'SYSTEM:anonymous',
  ])('refuses %s as user and as group', name => {
    const words = 'names that begin with "system:" belong to Kubernetes';
    expect(() => impersonationHeaders({ user: name, groups: [] })).toThrow(
      words,
    );
    expect(() =>
      impersonationHeaders({ user: 'a', groups: ['b', name] }),
    ).toThrow(words);
  });

  it.each([
    '',
    ' system:admin',
    'a ',
    'a\r\nimpersonate-group: system:masters',
    'ä',
    '\u0000',
  ])('refuses %j, which no header carries as it is', name => {
    expect(() => impersonationHeaders({ user: name, groups: [] })).toThrow(
      'only printable ASCII',
    );
  });
});

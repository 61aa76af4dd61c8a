import { settingExpression } from './settingExpression';

const list = { type: 'array', items: { type: 'string' } };
const listExpression = (path: string) =>
  `\${{ ${path} if ${path} | length else undefined }}`;

describe('settingExpression', () => {
  it('passes on values and objects as they are', () => {
    const node = { type: 'object', properties: { a: { type: 'string' } } };
    expect(settingExpression('parameters["s"]', node, false)).toBe(
      '${{ parameters["s"] }}',
    );
  });

  it('leaves out lists that are empty, at any depth', () => {
    const node = {
      type: 'object',
      properties: {
        'log-level': { type: 'string' },
        list,
        inner: { type: 'object', properties: { list } },
      },
    };
    expect(settingExpression('p', node, false)).toEqual({
      'log-level': '${{ p["log-level"] }}',
      list: listExpression('p["list"]'),
      inner: { list: listExpression('p["inner"]["list"]') },
    });
  });

  it('makes no object that must have fields where none was entered', () => {
    const node = { required: ['a'], properties: { a: {}, list } };
    expect(settingExpression('p', node, false)).toBe('${{ p }}');
    expect(settingExpression('p', node, true)).toMatchObject({
      a: '${{ p["a"] }}',
    });
  });
});

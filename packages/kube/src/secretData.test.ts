import { decodeSecretData, encodeSecretData } from './secretData';

it('converts texts to base64 and back', () => {
  const values = { user: 'mü', empty: '' };
  const data = { user: 'bcO8', empty: '' };
  expect(encodeSecretData(values)).toEqual(data);
  expect(decodeSecretData(data)).toEqual(values);
  expect(decodeSecretData(undefined)).toEqual({});
});

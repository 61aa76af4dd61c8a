import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { parse } from 'yaml';
import { openapiDocument } from './generated/document';

const source = readFileSync(join(__dirname, 'openapi.yaml'), 'utf8');

describe('files generated from openapi.yaml', () => {
  it('has up-to-date types', async () => {
    const types = readFileSync(join(__dirname, 'generated/schema.ts'), 'utf8');
    expect(types).toContain(astToString(await openapiTypescript(source)));
  });

  it('has an up-to-date document object', () => {
    expect(openapiDocument).toEqual(parse(source));
  });
});

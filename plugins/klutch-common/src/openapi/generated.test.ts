import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { parse } from 'yaml';
import { openapiDocument } from './generated/document';

const source = readFileSync(join(__dirname, 'openapi.yaml'), 'utf8');

describe('what is generated from openapi.yaml', () => {
  it('has the types of the document', async () => {
    const types = readFileSync(join(__dirname, 'generated/schema.ts'), 'utf8');
    expect(types).toContain(astToString(await openapiTypescript(source)));
  });

  it('has the document itself', () => {
    expect(openapiDocument).toEqual(parse(source));
  });
});

// Writes the generated templates of chart/; they are committed.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { portalChartTemplates } from './portalChart';

const folder = join(__dirname, '..', 'chart', 'templates', 'generated');

mkdirSync(folder, { recursive: true });
for (const [name, text] of Object.entries(portalChartTemplates())) {
  writeFileSync(join(folder, name), text);
}

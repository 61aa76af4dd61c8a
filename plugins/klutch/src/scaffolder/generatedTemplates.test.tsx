import {
  extractSchemaFromStep,
  Form,
} from '@backstage/plugin-scaffolder-react/alpha';
import type { JsonObject } from '@backstage/types';
import validator from '@rjsf/validator-ajv8';
import { render, screen, within } from '@testing-library/react';
import { generatedPages } from '../__testUtils__/generatedTemplates';

const templates = generatedPages();

/** Stands for the field extensions, which have tests of their own, and says which one it is. */
const fields = Object.fromEntries(
  ['KlutchTarget', 'KlutchOwner', 'KlutchPlan', 'EntityPicker'].map(name => [
    name,
    () => <b>{name}</b>,
  ]),
);

const titlesOf = ({ properties = {} }: JsonObject): string[] =>
  Object.values(properties as Record<string, JsonObject>).map(
    ({ title, 'ui:field': field }) => String(field ?? title),
  );

it.each(Object.keys(templates))(
  'the form of %s has all fields of its pages, none of which is unknown to the scaffolder',
  plural => {
    const pages = templates[plural] ?? [];
    render(
      pages.map(page => (
        <section key={String(page.title)} aria-label={String(page.title)}>
          <Form {...extractSchemaFromStep(page)} {...{ fields, validator }} />
        </section>
      )),
    );
    expect(screen.queryByText(/Unsupported field|Unknown field/)).toBeNull();
    for (const page of pages) {
      const form = within(screen.getByLabelText(String(page.title)));
      for (const title of titlesOf(page)) {
        form.getAllByText(text => text.startsWith(title));
      }
    }
  },
);

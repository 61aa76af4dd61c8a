/** The description that a template gives a field. */
export const descriptionOf = (field: {
  uiSchema: { 'ui:description'?: string };
  schema: { description?: string };
}): string | undefined =>
  field.uiSchema['ui:description'] ?? field.schema.description;

import { planTakeOver } from './planTakeOver';

const posted = {
  manager: 'konnector',
  operation: 'Update',
  apiVersion: 'example.com/v1',
  fieldsType: 'FieldsV1',
  fieldsV1: { 'f:spec': { '.': {}, 'f:plan': {}, 'f:old': {} } },
};
const applied = {
  manager: 'klutch.anynines.com',
  operation: 'Apply',
  apiVersion: 'example.com/v1',
  fieldsType: 'FieldsV1',
  fieldsV1: {
    'f:metadata': { 'f:annotations': {} },
    'f:spec': { 'f:plan': {} },
  },
};
const crossplane = {
  manager: 'crossplane',
  operation: 'Update',
  fieldsV1: { 'f:spec': { 'f:resourceRef': {} } },
};

describe('planTakeOver', () => {
  it("merges the reference's fields into ours and leaves other managers alone", () => {
    expect(planTakeOver([posted, applied, crossplane])).toEqual([
      crossplane,
      {
        ...applied,
        fieldsV1: {
          'f:metadata': { 'f:annotations': {} },
          'f:spec': { '.': {}, 'f:plan': {}, 'f:old': {} },
        },
      },
    ]);
  });

  it('does nothing without entries of the reference', () => {
    expect(planTakeOver([applied, crossplane])).toBeUndefined();
    expect(planTakeOver(undefined)).toBeUndefined();
    expect(
      planTakeOver([{ ...posted, subresource: 'status' }]),
    ).toBeUndefined();
  });
});

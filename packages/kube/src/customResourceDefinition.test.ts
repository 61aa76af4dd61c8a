import {
  CustomResourceDefinition,
  isEstablished,
} from './customResourceDefinition';

const crd = (conditions?: { type: string; status: string }[]) =>
  ({
    status: { conditions },
  }) as Partial<CustomResourceDefinition> as CustomResourceDefinition;

it('is established only with the condition Established', () => {
  expect(isEstablished(crd([{ type: 'Established', status: 'True' }]))).toBe(
    true,
  );
  expect(isEstablished(crd([{ type: 'Established', status: 'False' }]))).toBe(
    false,
  );
  expect(isEstablished(crd([{ type: 'NamesAccepted', status: 'True' }]))).toBe(
    false,
  );
  expect(isEstablished(crd())).toBe(false);
  expect(isEstablished(undefined)).toBe(false);
});

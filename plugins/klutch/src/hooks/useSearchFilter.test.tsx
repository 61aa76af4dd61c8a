import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { useSearchFilter } from './useSearchFilter';

const wrapper = ({ children }: { children: ReactNode }) => (
  <MemoryRouter initialEntries={['/?owner=me']}>{children}</MemoryRouter>
);

it('keeps a change that is not shown yet when the next one follows', () => {
  const { result } = renderHook(
    () => useSearchFilter(['search', 'sort', 'owner']),
    { wrapper },
  );
  act(() => {
    const [, change] = result.current;
    change({ search: 'prod' });
    change({ sort: '-name', owner: '' });
  });
  expect(result.current[0]).toEqual({
    search: 'prod',
    sort: '-name',
    owner: '',
  });
});

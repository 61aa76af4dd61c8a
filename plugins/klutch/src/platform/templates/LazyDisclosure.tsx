/** Collapsed content that is rendered, and reads its data, only when it is opened. */
import { useState, type ReactNode } from 'react';
import { Disclosure } from '../../shared/Disclosure';

export function LazyDisclosure(props: { title: string; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Disclosure title={props.title} onToggle={setIsOpen}>
      {isOpen && props.children}
    </Disclosure>
  );
}

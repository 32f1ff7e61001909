/** Chooses a record by its name. What it takes is loaded when one is first shown: most pages are read without choosing anything. */
import { lazy, Suspense } from 'react';
import fieldStyles from '../parts/Field.module.css';
import type { RefPickerProps } from './RefCombobox.tsx';

const RefCombobox = lazy(() => import('./RefCombobox.tsx').then((module) => ({ default: module.RefCombobox })));

export function RefPicker(props: RefPickerProps) {
  return (
    <Suspense fallback={<input className={fieldStyles.input} id={props.named?.id} aria-label={props.label} readOnly />}>
      <RefCombobox {...props} />
    </Suspense>
  );
}

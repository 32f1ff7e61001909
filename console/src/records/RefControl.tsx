/** Input of a picker with a button that clears the selection. */
import type { ReactNode } from 'react';
import { Button } from '../parts/Button.tsx';
import { words } from '../words/picker.ts';
import styles from './RefCombobox.module.css';
import type { ReferencePickerProps } from './RefPicker.tsx';

export interface ReferenceControlProps extends Pick<ReferencePickerProps, 'label' | 'value' | 'onValue' | 'clearable'> {
  /** Input element. */
  readonly children: ReactNode;
  /** Popup below the input. */
  readonly below?: ReactNode;
}

export function ReferenceControl({ label, value, onValue, clearable = true, children, below }: ReferenceControlProps) {
  return (
    <div className={styles.picker}>
      <div className={styles.control}>
        {children}
        {clearable && value !== null && (
          <Button look="quiet" icon="cross" aria-label={words.clear(label)} onClick={() => onValue(null)} />
        )}
      </div>
      {below}
    </div>
  );
}

/**
 * Selects a record by title. The combobox loads on first use, because most pages are read without selecting anything.
 * Until then, a plain field with the same look and name collects the input, which the combobox takes over.
 */

import { type ComponentType, useEffect, useMemo, useRef, useState } from 'react';
import fieldStyles from '../parts/Field.module.css';
import { loadModule } from '../parts/load-part.ts';
import { words } from '../words/picker.ts';
import { useDisplayContext } from './data/reading.ts';
import type { ReferenceComboboxProps } from './RefCombobox.tsx';
import { ReferenceControl } from './RefControl.tsx';

export interface ReferencePickerProps {
  readonly account: string;
  /** Name of the referenced type. */
  readonly to: string;
  readonly label: string;
  readonly value: number | null;
  readonly onValue: (id: number | null) => void;
  readonly clearable?: boolean;
  /** Attributes from the surrounding form field. */
  readonly named?: { readonly id?: string; readonly 'aria-describedby'?: string; readonly 'aria-invalid'?: true };
}

/** Loaded combobox, shared by all pickers. */
let loaded: ComponentType<ReferenceComboboxProps> | undefined;

export function ReferencePicker(props: ReferencePickerProps) {
  const [Combobox, setCombobox] = useState(() => loaded);
  const [text, setText] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const typed = useRef<string>(undefined);
  const isPressed = useRef(false);
  /** Input at the moment when the combobox replaced the plain field. */
  const begun = useRef<ReferenceComboboxProps['begun']>(undefined);
  const isThere = useRef(true);
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
    };
  }, []);
  const load = async () => {
    // A failed load is repeated the next time the user enters the field.
    loaded ??= (await loadModule(() => import('./RefCombobox.tsx')).catch(() => undefined))?.ReferenceCombobox;
    if (loaded !== undefined && isThere.current) setCombobox(() => loaded);
  };
  const chosen = useChosen(props);
  if (Combobox !== undefined) {
    // Reads the state now rather than when loading began: letters typed in between would be lost.
    if (field.current !== null && field.current === document.activeElement)
      begun.current ??= { text: typed.current, isOpen: isPressed.current };
    return <Combobox {...props} chosen={chosen} begun={begun.current} />;
  }
  const { label, named = {} } = props;
  return (
    <ReferenceControl {...props}>
      <input
        ref={field}
        className={fieldStyles.input}
        role="combobox"
        aria-expanded="false"
        aria-autocomplete="list"
        aria-label={named.id === undefined ? label : undefined}
        {...named}
        placeholder={words.type}
        autoComplete="off"
        spellCheck={false}
        value={text ?? chosen}
        onFocus={(event) => {
          event.target.select();
          void load();
        }}
        onPointerEnter={() => void load()}
        onPointerDown={() => {
          isPressed.current = true;
        }}
        onChange={(event) => {
          isPressed.current = true;
          typed.current = event.target.value;
          setText(event.target.value);
        }}
      />
    </ReferenceControl>
  );
}

/** Returns the title of the selected record. */
function useChosen({ account, to, value }: ReferencePickerProps): string {
  const wanted = useMemo(() => (value === null ? [] : [{ type: to, id: value }]), [to, value]);
  const reading = useDisplayContext(account, wanted);
  return value === null ? '' : (reading.nameOf(to, value) ?? `#${value}`);
}

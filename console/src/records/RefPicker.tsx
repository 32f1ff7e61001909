/**
 * Chooses a record by its name. What it takes to choose is loaded when somebody begins to: most pages are read without choosing anything. Until
 * then there is a field that looks and is called the same; what was typed into it meanwhile is gone on with.
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
  /** The name of the type that it leads to. */
  readonly to: string;
  readonly label: string;
  readonly value: number | null;
  readonly onValue: (id: number | null) => void;
  readonly clearable?: boolean;
  /** Of the field around it. */
  readonly named?: { readonly id?: string; readonly 'aria-describedby'?: string; readonly 'aria-invalid'?: true };
}

/** Once it is there, it is for every picker. */
let loaded: ComponentType<ReferenceComboboxProps> | undefined;

export function ReferencePicker(props: ReferencePickerProps) {
  const [Combobox, setCombobox] = useState(() => loaded);
  const [text, setText] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const typed = useRef<string>(undefined);
  const isPressed = useRef(false);
  /** How far somebody had got when it was exchanged. */
  const begun = useRef<ReferenceComboboxProps['begun']>(undefined);
  const isThere = useRef(true);
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
    };
  }, []);
  const load = async () => {
    // Where it does not come, whoever comes to the field again asks for it again.
    loaded ??= (await loadModule(() => import('./RefCombobox.tsx')).catch(() => undefined))?.ReferenceCombobox;
    if (loaded !== undefined && isThere.current) setCombobox(() => loaded);
  };
  const chosen = useChosen(props);
  if (Combobox !== undefined) {
    // Looked at now, not when it was asked for: a letter that is typed in between would be lost.
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

/** The name of what is chosen. */
function useChosen({ account, to, value }: ReferencePickerProps): string {
  const wanted = useMemo(() => (value === null ? [] : [{ type: to, id: value }]), [to, value]);
  const reading = useDisplayContext(account, wanted);
  return value === null ? '' : (reading.nameOf(to, value) ?? `#${value}`);
}

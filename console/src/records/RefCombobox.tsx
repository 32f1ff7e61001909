/**
 * Chooses a record by its name. The service is searched as one types, twenty at a time, the newest changed first; what one sees is never a
 * part of some first hundred.
 */
import { useQuery } from '@tanstack/react-query';
import { useCombobox } from 'downshift';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { read } from '../api/ask.ts';
import fieldStyles from '../parts/Field.module.css';
import { inWords } from '../parts/State.tsx';
import { words } from '../words/picker.ts';
import { findType, useTypes } from './data/catalogue.ts';
import { namesOf, referencesIn } from './data/names.ts';
import { useReading } from './data/reading.ts';
import type { RecordFields, TypeDescription } from './description.ts';
import { stateFieldOf } from './labels.ts';
import styles from './RefCombobox.module.css';
import { RefControl } from './RefControl.tsx';
import type { RefPickerProps } from './RefPicker.tsx';
import { titleFields, titleOf } from './title.ts';
import { usePaused } from './use-paused.ts';

export interface RefComboboxProps extends RefPickerProps {
  /** The name of what is chosen. */
  readonly chosen: string;
  /** Somebody is choosing already: has typed something, or opened it. */
  readonly begun?: { readonly text: string | undefined; readonly isOpen: boolean } | undefined;
}

interface Choice {
  readonly id: number;
  readonly title: string;
  readonly state: string | null;
}

const TAKE = 20;

export function RefCombobox({
  account,
  to,
  label,
  value,
  onValue,
  clearable,
  named = {},
  chosen,
  begun,
}: RefComboboxProps) {
  const type = findType(useTypes(account), to);
  const [text, setText] = useState(begun?.text);
  const [isOpen, setOpen] = useState(begun?.isOpen ?? false);
  const field = useRef<HTMLInputElement>(null);
  // Before anything else happens: a letter that is typed while no field has the focus is lost.
  useLayoutEffect(() => {
    if (begun === undefined) return;
    field.current?.focus();
    if (begun.text !== undefined) field.current?.setSelectionRange(begun.text.length, begun.text.length);
  }, [begun]);
  const choices = useChoices(account, type, text ?? '', isOpen);
  const combobox = useCombobox<Choice>({
    items: (choices ?? NONE) as Choice[],
    inputId: named.id ?? `pick-${to}-${label.replaceAll(/\W/g, '')}`,
    itemToString: (choice) => choice?.title ?? '',
    inputValue: text ?? chosen,
    isOpen,
    selectedItem: null,
    onIsOpenChange: ({ isOpen: open }) => {
      setOpen(open ?? false);
      if (!open) setText(undefined);
    },
    onSelectedItemChange: ({ selectedItem }) => {
      if (!selectedItem) return;
      namesOf(account).learn(to, selectedItem.id, { ...selectedItem, deleted: false });
      setText(undefined);
      onValue(selectedItem.id);
    },
  });
  return (
    <RefControl
      label={label}
      value={value}
      onValue={onValue}
      {...(clearable !== undefined && { clearable })}
      below={
        <>
          {' '}
          <ul
            {...combobox.getMenuProps({ 'aria-label': label })}
            aria-labelledby={undefined}
            className={styles.menu}
            hidden={!isOpen || !choices?.length}
          >
            {isOpen &&
              choices?.map((choice, index) => (
                <li
                  key={choice.id}
                  {...combobox.getItemProps({ item: choice, index })}
                  className={combobox.highlightedIndex === index ? styles.highlighted : undefined}
                >
                  <span className={styles.title}>{choice.title}</span>
                  {choice.state !== null && <span className={styles.state}>{inWords(choice.state)}</span>}
                </li>
              ))}
          </ul>
          {isOpen && choices?.length === 0 && (
            <p className={styles.none} role="status">
              {words.none}
            </p>
          )}
        </>
      }
    >
      <input
        {...combobox.getInputProps({
          'aria-label': named.id === undefined ? label : undefined,
          ref: field,
          placeholder: words.type,
          onFocus: (event) => event.target.select(),
          // Told by the input itself: told by the combobox, which tells later, letters that are typed fast got lost.
          onChange: (event) => setText(event.currentTarget.value),
        })}
        aria-labelledby={undefined}
        aria-describedby={named['aria-describedby']}
        aria-invalid={named['aria-invalid']}
        className={fieldStyles.input}
        spellCheck={false}
      />
    </RefControl>
  );
}

const NONE: readonly Choice[] = [];

/** Undefined while it is not known what there is. */
function useChoices(
  account: string,
  type: TypeDescription | undefined,
  text: string,
  isOpen: boolean,
): readonly Choice[] | undefined {
  const searched = usePaused(text.trim());
  const state = type && stateFieldOf(type.fields);
  const fields = type ? [...new Set(['ID', ...titleFields(type), ...(state ? [state] : [])])].join(',') : '';
  const query = searched === '' ? 'orderby=UpdatedOn+Desc' : `search=${encodeURIComponent(searched)}`;
  const { data } = useQuery({
    queryKey: [account, type?.name, 'picked', query],
    queryFn: read<readonly RecordFields[]>(`/${account}/${type?.name}?${query}&take=${TAKE}&fields=${fields}`),
    enabled: isOpen && type !== undefined,
    placeholderData: (before) => before,
  });
  const references = useMemo(() => (type && data ? referencesIn(type, data, type.title) : []), [type, data]);
  const reading = useReading(account, references);
  return useMemo(() => {
    if (type === undefined || data === undefined) return undefined;
    return data.map((record) => ({
      id: Number(record.ID),
      title: titleOf(type, record, reading.nameOf),
      state: state ? ((record[state] as string | undefined) ?? null) : null,
    }));
  }, [type, data, reading, state]);
}

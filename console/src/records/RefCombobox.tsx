/**
 * Combobox that selects a record by title. It searches the service during typing, twenty results at a time, the most
 * recently changed first. The choice is never limited to a preloaded first page.
 */
import { useQuery } from '@tanstack/react-query';
import { useCombobox } from 'downshift';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { createQueryFn } from '../api/ask.ts';
import fieldStyles from '../parts/Field.module.css';
import { humanizeName } from '../parts/State.tsx';
import { words } from '../words/picker.ts';
import { findType, useRecordTypes } from './data/catalogue.ts';
import { findReferences, getNameStore } from './data/names.ts';
import { useDisplayContext } from './data/reading.ts';
import type { RecordFields, TypeDescription } from './description.ts';
import { findStateField } from './labels.ts';
import styles from './RefCombobox.module.css';
import { ReferenceControl } from './RefControl.tsx';
import type { ReferencePickerProps } from './RefPicker.tsx';
import { recordTitle, recordTitleFields } from './title.ts';
import { useDebounced } from './use-paused.ts';

export interface ReferenceComboboxProps extends ReferencePickerProps {
  /** Title of the selected record. */
  readonly chosen: string;
  /** Input from before this component was loaded: the typed text, and whether the list was opened. */
  readonly begun?: { readonly text: string | undefined; readonly isOpen: boolean } | undefined;
}

interface Choice {
  readonly id: number;
  readonly title: string;
  readonly state: string | null;
}

const CHOICES_PER_SEARCH = 20;

export function ReferenceCombobox({
  account,
  to,
  label,
  value,
  onValue,
  clearable,
  named = {},
  chosen,
  begun,
}: ReferenceComboboxProps) {
  const type = findType(useRecordTypes(account), to);
  const [text, setText] = useState(begun?.text);
  const [isOpen, setOpen] = useState(begun?.isOpen ?? false);
  const field = useRef<HTMLInputElement>(null);
  // Layout effect: letters typed while no field has the focus would be lost.
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
      getNameStore(account).learn(to, selectedItem.id, { ...selectedItem, deleted: false });
      setText(undefined);
      onValue(selectedItem.id);
    },
  });
  return (
    <ReferenceControl
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
                  {choice.state !== null && <span className={styles.state}>{humanizeName(choice.state)}</span>}
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
          // Uses the input's own event. The combobox reports later, and fast typing lost letters.
          onChange: (event) => setText(event.currentTarget.value),
        })}
        aria-labelledby={undefined}
        aria-describedby={named['aria-describedby']}
        aria-invalid={named['aria-invalid']}
        className={fieldStyles.input}
        spellCheck={false}
      />
    </ReferenceControl>
  );
}

const NONE: readonly Choice[] = [];

/** Returns the choices, or undefined while they load. */
function useChoices(
  account: string,
  type: TypeDescription | undefined,
  text: string,
  isOpen: boolean,
): readonly Choice[] | undefined {
  const searched = useDebounced(text.trim());
  const state = type && findStateField(type.fields);
  const fields = type ? [...new Set(['ID', ...recordTitleFields(type), ...(state ? [state] : [])])].join(',') : '';
  const query = searched === '' ? 'orderby=UpdatedOn+Desc' : `search=${encodeURIComponent(searched)}`;
  const { data } = useQuery({
    queryKey: [account, type?.name, 'picked', query],
    queryFn: createQueryFn<readonly RecordFields[]>(
      `/${account}/${type?.name}?${query}&take=${CHOICES_PER_SEARCH}&fields=${fields}`,
    ),
    enabled: isOpen && type !== undefined,
    placeholderData: (before) => before,
  });
  const references = useMemo(() => (type && data ? findReferences(type, data, type.title) : []), [type, data]);
  const reading = useDisplayContext(account, references);
  return useMemo(() => {
    if (type === undefined || data === undefined) return undefined;
    return data.map((record) => ({
      id: Number(record.ID),
      title: recordTitle(type, record, reading.nameOf),
      state: state ? ((record[state] as string | undefined) ?? null) : null,
    }));
  }, [type, data, reading, state]);
}

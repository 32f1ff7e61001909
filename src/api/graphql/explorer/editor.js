/** A text area worth writing a query in: the Tab key and new lines indent, Ctrl and Enter run it. Escape, then Tab leaves it. */
import { element } from './element.js';

let made = 0;

export function editor({ label, text, rows, onrun, onchange }) {
  const id = `editor-${++made}`;
  let leaving = false;
  const area = element('textarea', {
    id,
    rows: String(rows),
    spellcheck: 'false',
    autocapitalize: 'off',
    oninput: onchange,
    onkeydown: typed,
  });
  area.value = text;
  const view = element('div', { class: 'editor' }, element('label', { for: id }, label), area);
  return {
    view,
    insert,
    text: () => area.value,
    set: (value) => {
      area.value = value;
    },
  };

  function typed(event) {
    if (event.key === 'Escape') {
      leaving = true;
      return;
    }
    const isTab = event.key === 'Tab' && !leaving;
    leaving = false;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) take(event, onrun);
    else if (isTab && !event.shiftKey) take(event, () => insert('  '));
    else if (event.key === 'Enter') take(event, () => insert(`\n${indentation()}`));
    else if (event.key === '}') take(event, close);
  }

  function take(event, act) {
    event.preventDefault();
    act();
  }

  /** As far as the line before, and further behind a bracket. */
  function indentation() {
    const line = before().split('\n').at(-1);
    return /^ */.exec(line)[0] + (/[{([]\s*$/.test(line) ? '  ' : '');
  }

  function close() {
    const line = before().split('\n').at(-1);
    if (line.trim() === '' && line.length >= 2)
      area.setRangeText('', area.selectionStart - 2, area.selectionStart, 'end');
    insert('}');
  }

  function before() {
    return area.value.slice(0, area.selectionStart);
  }

  function insert(added) {
    area.focus();
    area.setRangeText(added, area.selectionStart, area.selectionEnd, 'end');
    onchange();
  }
}

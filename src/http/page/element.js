/** Makes elements. Text stays text: nothing of the document or of an answer is ever read as HTML. */

/** `attributes` by name, listeners as functions under `onclick` and the like; `children` are elements, texts or nothing. */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    if (typeof value === 'function') made.addEventListener(key.slice(2), value);
    else made.setAttribute(key, value === true ? '' : value);
  }
  made.append(...children.flat(Number.POSITIVE_INFINITY).filter((child) => child !== undefined && child !== null));
  return made;
}

/** What is under a heading that opens it; made when it is first opened. */
export function folded(summary, make, attributes = {}) {
  const whole = element('details', attributes, element('summary', {}, summary));
  whole.addEventListener('toggle', () => {
    if (whole.open && whole.childElementCount === 1) whole.append(make());
  });
  return whole;
}

export function codeBlock(text) {
  const copy = element('button', {
    type: 'button',
    class: 'quiet copy',
    onclick: async () => {
      await navigator.clipboard.writeText(text);
      copy.textContent = 'Copied';
      setTimeout(() => {
        copy.textContent = 'Copy';
      }, 1500);
    },
  });
  copy.textContent = 'Copy';
  // Without a secure connection a page may not write there.
  const button = navigator.clipboard === undefined ? undefined : copy;
  return element('div', { class: 'code' }, button, element('pre', { tabindex: '0' }, element('code', {}, text)));
}

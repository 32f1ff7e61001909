/** The little Markdown that the document is written in: paragraphs, headings, lists, tables, code, bold words. */
import { codeBlock, element } from './element.js';

export function markdown(text = '') {
  const blocks = [];
  const fenced = /^```\w*\n([\s\S]*?)\n```$/gm;
  let at = 0;
  for (const match of text.matchAll(fenced)) {
    blocks.push(...plainBlocks(text.slice(at, match.index)), codeBlock(match[1]));
    at = match.index + match[0].length;
  }
  blocks.push(...plainBlocks(text.slice(at)));
  return element('div', { class: 'prose' }, blocks);
}

function plainBlocks(text) {
  return text
    .split(/\n{2,}/)
    .map((block) => block.trim())
    .filter((block) => block !== '')
    .map(plainBlock);
}

function plainBlock(block) {
  const heading = /^(#{2,4}) (.*)$/.exec(block);
  if (heading) return element(`h${heading[1].length + 1}`, {}, inline(heading[2]));
  if (block.startsWith('- ')) {
    const items = block.slice(2).split(/\n- /);
    return element(
      'ul',
      {},
      items.map((item) => element('li', {}, inline(item))),
    );
  }
  if (block.startsWith('|')) return table(block.split('\n'));
  return element('p', {}, inline(block));
}

function table([head, , ...rows]) {
  const cells = (row) => row.slice(1, -1).split('|');
  const line = (name, row) =>
    element(
      'tr',
      {},
      cells(row).map((cell) => element(name, {}, inline(cell.trim()))),
    );
  return element(
    'div',
    { class: 'wide' },
    element(
      'table',
      {},
      element('thead', {}, line('th', head)),
      element(
        'tbody',
        {},
        rows.map((row) => line('td', row)),
      ),
    ),
  );
}

/** Code and bold words; everything else as it is. */
export function inline(text) {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part) => {
    if (part.startsWith('`')) return element('code', {}, part.slice(1, -1));
    return part.startsWith('**') ? element('strong', {}, part.slice(2, -2)) : part;
  });
}

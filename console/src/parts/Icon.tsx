/** Icons, drawn as lines in the text colour, independent of installed fonts. Screen readers ignore them. */
const paths = {
  check: 'M3 8.5 6.5 12 13 4.5',
  cross: 'M4 4l8 8M12 4l-8 8',
  plus: 'M8 3v10M3 8h10',
  down: 'M4 6l4 4 4-4',
  up: 'M4 10l4-4 4 4',
  left: 'M10 4 6 8l4 4',
  right: 'M6 4l4 4-4 4',
  search: 'M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10zM10.6 10.6 14 14',
  menu: 'M2 4h12M2 8h12M2 12h12',
  more: 'M3 8h.01M8 8h.01M13 8h.01',
  copy: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3',
  link: 'M6.5 9.5 9.5 6.5M7 4.5 8.7 2.8a3 3 0 0 1 4.3 4.3L11.4 8.7M9 11.5l-1.7 1.7A3 3 0 0 1 3 8.9l1.6-1.6',
  warn: 'M8 2 1.5 13.5h13L8 2zM8 6.5v3.2M8 11.7h.01',
  info: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM8 7.2v3.6M8 5h.01',
  help: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM6.2 6.2a1.8 1.8 0 1 1 2.6 1.6c-.6.3-.8.6-.8 1.3M8 11.2h.01',
  lock: 'M4 7.5h8v6H4zM5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5',
  person: 'M8 8.2a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6zM2.8 14c.4-2.6 2.5-4 5.2-4s4.8 1.4 5.2 4',
  home: 'M2.5 7.5 8 3l5.5 4.5M4 7v6.5h8V7',
  eye: 'M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8zM8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  edit: 'M3 13l.6-2.8L10.8 3l2.2 2.2-7.2 7.2L3 13zM9.5 4.3l2.2 2.2',
  trash: 'M3 4.5h10M6.5 4.5V3h3v1.5M4.5 4.5l.6 9h5.8l.6-9M6.8 7v4M9.2 7v4',
  refresh: 'M13 8a5 5 0 1 1-1.5-3.6L13 6M13 2.5V6H9.5',
  clock: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM8 4.8V8l2.3 1.5',
  filter: 'M2 3.5h12L9.5 9v4.5l-3-1.6V9L2 3.5z',
  columns: 'M2.5 3h11v10h-11zM6.2 3v10M9.8 3v10',
  download: 'M8 2.5v7.5M4.8 7 8 10.2 11.2 7M3 13.5h10',
  open: 'M9 3h4v4M13 3 7.5 8.5M11 9v4H3V5h4',
  webhook: 'M8 5.2a2.2 2.2 0 1 0-1.3 2L4.4 11M8 3l2.7 5.2M5.8 11.6H11',
  key: 'M6 10.5a3 3 0 1 0-2.1-.9M7.6 8.4 13.5 2.5M11 5l1.8 1.8M9.3 6.7l1 1',
  bolt: 'M9 1.8 3.5 9H8l-1 5.2L12.5 7H8l1-5.2z',
  gear: 'M8 10.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4zM8 1.8v2M8 12.2v2M1.8 8h2M12.2 8h2M3.6 3.6 5 5M11 11l1.4 1.4M12.4 3.6 11 5M5 11l-1.4 1.4',
  work: 'M3 3.5h10v10H3zM5.5 7l1.4 1.4L10 5.5M5.5 11h5',
  asset: 'M8 2 2.8 5v6L8 14l5.2-3V5L8 2zM2.8 5 8 8l5.2-3M8 8v6',
  cart: 'M2 3h1.8l1.6 7h6.4l1.4-5H4.3M6 13h.01M11 13h.01',
  board: 'M2.5 3h3v10h-3zM6.5 3h3v6.5h-3zM10.5 3h3v8h-3z',
  approve: 'M3 8.5 5.5 11 10 5.5M8.5 10.8l.4.4L14 5.5',
  assistant: 'M8 2l1.3 4.2L13.5 8l-4.2 1.3L8 14l-1.3-4.7L2.5 8l4.2-1.8L8 2z',
  sun: 'M8 10.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6zM8 1.5v1.5M8 13v1.5M1.5 8H3M13 8h1.5M3.4 3.4l1 1M11.6 11.6l1 1M12.6 3.4l-1 1M4.4 11.6l-1 1',
} as const;

export type IconName = keyof typeof paths;
export const iconNames = Object.keys(paths) as readonly IconName[];

export function Icon({ name, size = 16 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth={name === 'more' ? 2.2 : 1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={paths[name]} />
    </svg>
  );
}

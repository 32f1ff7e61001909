/** Texts of asking for a filter: loaded with the dialog. */
export const words = {
  filterTitle: 'Filter',
  filterField: 'Field',
  filterIs: 'Condition',
  filterValue: 'Value',
  filterFrom: 'From',
  filterTo: 'Before',
  filterLeast: 'From',
  filterMost: 'To',
  filterMe: 'Me',
  when: { day: 'a day', now: 'now', today: 'today', ago: 'days ago', ahead: 'days from today' },
  whenDay: 'Day',
  whenDays: 'Days',
  filterApply: 'Apply',
  chooseOne: 'Choose at least one.',
  giveValue: 'Give a value.',
  notWhole: (example: string) => `This is not a whole number. Write it like ${example}.`,
} as const;

/** The theme a person has chosen on this browser; without a choice it is what the system says. */
export type Theme = 'system' | 'light' | 'dark';

const STORAGE_KEY = 'mds.theme';

export function loadTheme(): Theme {
  const kept = localStorage.getItem(STORAGE_KEY);
  return kept === 'light' || kept === 'dark' ? kept : 'system';
}

export function saveTheme(theme: Theme): void {
  if (theme === 'system') localStorage.removeItem(STORAGE_KEY);
  else localStorage.setItem(STORAGE_KEY, theme);
  applyTheme();
}

export function applyTheme(): void {
  const theme = loadTheme();
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

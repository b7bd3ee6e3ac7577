import { Store } from './store.js';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

export const theme = new Store<Theme>(themes.find((it) => it === localStorage.getItem('theme')) ?? 'system');

export function setTheme(next: Theme): void {
  localStorage.setItem('theme', next);
  theme.set(next);
  showTheme();
}

export function showTheme(): void {
  document.documentElement.dataset['theme'] = theme.value;
}

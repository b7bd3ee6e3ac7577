import { signal } from '@preact/signals';

export const themes = [
  ['system', 'As the system'],
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const;
export type Theme = (typeof themes)[number][0];

export const theme = signal(themeOf(localStorage.getItem('theme')));

export function themeOf(name: string | null): Theme {
  return themes.find(([it]) => it === name)?.[0] ?? 'system';
}

export function setTheme(next: Theme): void {
  localStorage.setItem('theme', next);
  theme.value = next;
  showTheme();
}

export function showTheme(): void {
  document.documentElement.style.colorScheme = theme.value === 'system' ? '' : theme.value;
}

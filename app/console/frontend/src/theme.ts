/** Dark or light: as the system says, unless the user chose one. */

import { Store } from './state/store';

export type Theme = 'dark' | 'light';

const KEY = 'tidemark-theme';

export class ThemeSwitch {
  readonly theme = new Store<Theme>('dark');
  private readonly system = matchMedia('(prefers-color-scheme: light)');

  start(): void {
    this.apply();
    this.system.addEventListener('change', () => this.apply());
  }

  toggle(): void {
    const other: Theme = this.theme.get() === 'dark' ? 'light' : 'dark';
    try {
      localStorage.setItem(KEY, other);
    } catch {
      // Without storage the choice lasts as long as the page.
    }
    this.show(other);
  }

  private apply(): void {
    this.show(stored() ?? (this.system.matches ? 'light' : 'dark'));
  }

  private show(theme: Theme): void {
    document.documentElement.dataset.theme = theme;
    this.theme.set(theme);
  }
}

function stored(): Theme | null {
  try {
    const value = localStorage.getItem(KEY);
    return value === 'dark' || value === 'light' ? value : null;
  } catch {
    return null;
  }
}

/** The text of a figure: its theme, its size. */

/** Figures ask what the reader prefers; on a page its theme decides. */
export function inTheme(svg: string, theme: string): string {
  return svg.replaceAll(/@media[^{]*\(prefers-color-scheme:\s*dark\)\s*\{/g, theme === 'dark' ? '@media all {' : '@media not all {');
}

/** Of the root element, so that the page keeps its place. */
export function sizeOf(svg: string): { width: number; height: number } {
  const root = /<svg[^>]*>/.exec(svg)?.[0] ?? '';
  const size = (name: string): number => Number(new RegExp(`\\s${name}="([\\d.]+)`).exec(root)?.[1] ?? NaN);
  return { width: size('width') || 540, height: size('height') || 360 };
}

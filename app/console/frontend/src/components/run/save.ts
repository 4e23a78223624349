/** Saves files and copies text. */

/** Letters, digits, dots and dashes; anything else becomes an underscore. */
export function fileName(run: string, rest: string): string {
  const safe = run.replace(/[^\p{L}\p{N}.-]+/gu, '_').replace(/^\.+/, '').slice(0, 80);
  return `${safe || 'run'}-${rest}`;
}

export function download(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** The clipboard of scripts exists on secure pages only; elsewhere the older command does it. */
export async function copyText(text: string): Promise<boolean> {
  if (navigator.clipboard) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      return copySelected(text);
    }
  }
  return copySelected(text);
}

function copySelected(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'sr-only';
  document.body.appendChild(field);
  field.select();
  const done = document.execCommand('copy');
  field.remove();
  return done;
}

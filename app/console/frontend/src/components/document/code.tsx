/** Text for a terminal, with a button that copies it. */

import { useState } from 'preact/hooks';
import { copyText } from '../run/save';

export function CodeBlock({ text }: { text: string }) {
  const [note, setNote] = useState('');
  const copy = async (): Promise<void> => setNote((await copyText(text)) ? 'Copied.' : 'The browser did not allow the copy.');
  return (
    <div class="doc-code">
      <pre tabIndex={0}>{text}</pre>
      <button type="button" class="small" onClick={() => void copy()}>
        Copy
      </button>
      <span class="dim" role="status">
        {note}
      </span>
    </div>
  );
}

/** Asks before something is changed: says in words what will happen, and wants a reason. The browser keeps the focus in it and closes it by Esc. */

import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useModal } from '../../keys/modal';
import { Problem } from '../problem';

export interface ChangeDialogProps {
  title: string;
  /** What will happen. */
  words: ComponentChildren;
  /** On the button that does it. */
  verb: string;
  children?: ComponentChildren;
  send(reason: string): Promise<unknown>;
  done(): void;
  close(): void;
}

const MAX_REASON = 500;

export function ChangeDialog({ title, words, verb, children, send, done, close }: ChangeDialogProps) {
  const element = useModal();
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setError(null);
    try {
      await send(reason.trim());
      done();
      // The close event removes the dialog. If the dialog were removed here, its later close event would close the next dialog.
      element.current?.close();
    } catch (problem) {
      setError(problem);
      setBusy(false);
    }
  };
  return (
    <dialog ref={element} class="dialog change" aria-labelledby="change-title" aria-describedby="change-words" onClose={close}>
      <form onSubmit={(event) => void submit(event)}>
        <h2 id="change-title">{title}</h2>
        {children}
        <label>
          Why
          <input type="text" name="reason" value={reason} maxLength={MAX_REASON} required autocomplete="off" onInput={(event) => setReason(event.currentTarget.value)} />
        </label>
        <p id="change-words" class="change-words" aria-live="polite">
          {words}
        </p>
        <p class="dim">Who changed it, when, from where and why is recorded.</p>
        {error !== null && <Problem error={error} />}
        <div class="change-buttons">
          <button type="submit" class="primary" disabled={busy || reason.trim() === ''}>
            {busy ? 'Working…' : verb}
          </button>
          <button type="button" onClick={() => element.current!.close()}>
            Cancel
          </button>
        </div>
      </form>
    </dialog>
  );
}

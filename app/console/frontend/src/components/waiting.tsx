/** Holds the place of what is being loaded, so that the page does not jump. */

export function Waiting({ words }: { words: string }) {
  return (
    <div class="waiting" role="status">
      <p>{words}</p>
    </div>
  );
}

/** A name that somebody gave: any script, any length. */

export function Name({ text, class: className }: { text: string; class?: string }) {
  return (
    <bdi dir="auto" class={className ? `name ${className}` : 'name'} title={text}>
      {text}
    </bdi>
  );
}

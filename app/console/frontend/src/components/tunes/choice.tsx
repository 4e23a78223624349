/** One of some alternatives, with its label. */

export interface ChoiceProps {
  label: string;
  value: string;
  options: { id: string; label: string }[];
  choose(value: string): void;
}

export function Choice({ label, value, options, choose }: ChoiceProps) {
  return (
    <label class="choice">
      {label}
      <select value={value} onChange={(event) => choose(event.currentTarget.value)}>
        {options.map((option) => (
          <option key={option.id} value={option.id}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}

import { Select } from '@radix-ui/themes';
import { useId } from 'react';
import { CATEGORIES, type Category } from '../../schema/limits.ts';

/** A labelled select of the catalogue's categories. */
export function CategorySelect({
  label,
  value,
  onChange,
}: {
  label: string;
  value: Category;
  onChange: (category: Category) => void;
}) {
  const id = useId();
  return (
    <div className="space-y-1.5">
      <label htmlFor={id} className="block text-sm font-medium text-ink">
        {label}
      </label>
      <Select.Root
        size="3"
        value={value}
        onValueChange={(chosen) => {
          const category = CATEGORIES.find((name) => name === chosen);
          if (category) onChange(category);
        }}
      >
        <Select.Trigger id={id} className="w-full" />
        <Select.Content>
          {CATEGORIES.map((name) => (
            <Select.Item key={name} value={name}>
              {name}
            </Select.Item>
          ))}
        </Select.Content>
      </Select.Root>
    </div>
  );
}

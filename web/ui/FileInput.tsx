import type { Ref } from 'react';

/** A hidden file picker, which a button opens with `click()` on `ref`. */
export function FileInput({
  ref,
  label,
  accept,
  onFile,
}: {
  ref: Ref<HTMLInputElement>;
  label: string;
  accept: string;
  onFile: (file: File) => void;
}) {
  return (
    <input
      ref={ref}
      type="file"
      accept={accept}
      aria-label={label}
      className="hidden"
      onChange={({ currentTarget }) => {
        const [file] = currentTarget.files ?? [];
        // The same file may be chosen again.
        currentTarget.value = '';
        if (file) onFile(file);
      }}
    />
  );
}

import { Checkbox } from '@radix-ui/themes';
import { useId } from 'react';
import { EXPORT_FORMATS, type ExportFormat } from '../../../schema/wire/exports.ts';

export const FORMAT_NAMES: Record<ExportFormat, string> = {
  obsidian: 'Obsidian',
  logseq: 'Logseq',
  anki: 'Anki',
  readwise: 'Readwise',
  opml: 'OPML',
  json: 'JSON',
};

const FORMAT_TEXTS: Record<ExportFormat, string> = {
  obsidian:
    'A note for each episode and source, with your saved insights, notes and conversations.',
  logseq: 'The same as pages and blocks of an outline.',
  anki: 'What you review and your quiz questions, as cards. Importing again updates them.',
  readwise: 'Your saved insights as highlights, for Readwise or a spreadsheet.',
  opml: 'Your subscriptions, for other podcast apps. Contains the addresses of private feeds.',
  json: 'The whole account, to keep or to import here. Contains the addresses of private feeds.',
};

export function FormatChoice({
  chosen,
  onChange,
}: {
  chosen: ReadonlySet<ExportFormat>;
  onChange: (chosen: ReadonlySet<ExportFormat>) => void;
}) {
  const id = useId();
  const toggle = (format: ExportFormat, isOn: boolean) => {
    const next = new Set(chosen);
    if (isOn) next.add(format);
    else next.delete(format);
    onChange(next);
  };
  return (
    <fieldset className="mt-6">
      <legend className="text-sm font-medium text-ink">Formats</legend>
      <div className="mt-3 grid gap-x-8 gap-y-4 sm:grid-cols-2">
        {EXPORT_FORMATS.map((format) => (
          <div key={format} className="flex gap-3">
            <Checkbox
              id={`${id}-${format}`}
              size="2"
              className="mt-0.5"
              checked={chosen.has(format)}
              aria-describedby={`${id}-${format}-text`}
              onCheckedChange={(isOn) => toggle(format, isOn === true)}
            />
            <div className="min-w-0">
              <label htmlFor={`${id}-${format}`} className="text-sm font-medium text-ink">
                {FORMAT_NAMES[format]}
              </label>
              <p id={`${id}-${format}-text`} className="text-sm text-quiet">
                {FORMAT_TEXTS[format]}
              </p>
            </div>
          </div>
        ))}
      </div>
    </fieldset>
  );
}

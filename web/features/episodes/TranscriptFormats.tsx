import type { Episode, TranscriptFormat } from '../../../schema/wire/episodes.ts';
import { transcriptFileUrl } from './use-transcript-download.ts';

const FORMATS: { format: TranscriptFormat; name: string; label: string }[] = [
  { format: 'vtt', name: 'VTT', label: 'Transcript as VTT captions' },
  { format: 'srt', name: 'SRT', label: 'Transcript as SRT captions' },
  { format: 'json', name: 'JSON', label: 'Transcript as JSON' },
];

/**
 * The transcript's other formats, as links, so that they can also be copied and opened elsewhere.
 */
export function TranscriptFormats({
  episode,
  isBusy,
  onDownload,
}: {
  episode: Episode;
  isBusy: boolean;
  onDownload: (format: TranscriptFormat) => void;
}) {
  return (
    <p className="transcript-formats">
      <span className="py-1">Also as</span>
      {FORMATS.map(({ format, name, label }) => (
        <a
          key={format}
          href={transcriptFileUrl(episode, format)}
          download
          aria-label={label}
          onClick={(event) => {
            // Reports errors here, because a plain link would save the error as a file.
            event.preventDefault();
            if (!isBusy) onDownload(format);
          }}
        >
          {name}
        </a>
      ))}
    </p>
  );
}

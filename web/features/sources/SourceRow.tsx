import { Badge, Button, IconButton } from '@radix-ui/themes';
import { BookOpenText, MessageSquareText, Pencil, Trash2 } from 'lucide-react';
import type { Source } from '../../../schema/wire/sources.ts';
import { focusNeighbour } from '../../ui/focus-neighbour.ts';
import { SourceFactsLine } from '../../ui/SourceFactsLine.tsx';

const KIND_NAMES: Record<Source['kind'], string> = {
  text: 'Text',
  page: 'Web page',
  file: 'File',
  screenshot: 'Screenshot',
};

/** What can be done with a source. Elements get the focus back. */
export interface SourceActions {
  onRead: (source: Source) => void;
  onChat: (source: Source, openedBy: HTMLElement) => void;
  onEdit: (source: Source) => void;
  onDelete: (source: Source) => void;
}

/** A source and its actions. */
export function SourceRow({
  source,
  onRead,
  onChat,
  onEdit,
  onDelete,
}: SourceActions & {
  source: Source;
}) {
  const { title, kind, paragraphs } = source;
  return (
    <li className="border-t border-hairline py-4 first:border-t-0" data-deletable={source.id}>
      <h3
        className="text-left font-serif text-base/snug font-medium text-ink wrap-anywhere"
        dir="auto"
      >
        {title}
      </h3>
      <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-quiet">
        <Badge color="gray" variant="outline">
          {KIND_NAMES[kind]}
        </Badge>
        <span className="tabular-nums">
          {paragraphs.toLocaleString('en')} {paragraphs === 1 ? 'paragraph' : 'paragraphs'}
        </span>
        <SourceFactsLine source={source} className="min-w-0" />
      </div>
      <div className="mt-3 flex flex-wrap items-center gap-3">
        <Button variant="soft" onClick={() => onRead(source)}>
          <BookOpenText size={16} aria-hidden />
          Read
        </Button>
        <Button variant="soft" onClick={(event) => onChat(source, event.currentTarget)}>
          <MessageSquareText size={16} aria-hidden />
          Chat
        </Button>
        <span className="flex grow justify-end gap-3">
          <IconButton
            variant="ghost"
            color="gray"
            aria-label={`Edit ${title}`}
            onClick={() => onEdit(source)}
          >
            <Pencil size={18} aria-hidden />
          </IconButton>
          <IconButton
            variant="ghost"
            color="gray"
            aria-label={`Delete ${title}`}
            onClick={(event) => {
              focusNeighbour(event.currentTarget);
              onDelete(source);
            }}
          >
            <Trash2 size={18} aria-hidden />
          </IconButton>
        </span>
      </div>
    </li>
  );
}

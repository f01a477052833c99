import { Button, Checkbox, Dialog } from '@radix-ui/themes';
import { useId, useState } from 'react';
import { CATEGORIES, type Category } from '../../../schema/limits.ts';
import type { PodcastPreview } from '../../../schema/wire/own-podcasts.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { CategorySelect } from '../../ui/CategorySelect.tsx';
import { Cover } from '../../ui/Cover.tsx';
import { categoryHue } from '../../ui/category-hue.ts';
import { formatDay } from '../../ui/dates.ts';
import { useAddPodcast } from './own-podcasts.ts';

const SHOWN_EPISODES = 3;

const MESSAGES: Record<PodcastPreview['status'], string> = {
  new: 'Is this the one?',
  listed: 'This podcast is in our catalogue.',
  subscribed: "You're already subscribed to this podcast.",
  own: "You've already added this podcast.",
};

/** The podcast at an address, before it is added. */
export function PodcastPreviewView({
  address,
  preview,
  onBack,
  onDone,
}: {
  address: string;
  preview: PodcastPreview;
  onBack: () => void;
  onDone: () => void;
}) {
  const [category, setCategory] = useState<Category>(CATEGORIES[0]);
  const [isPrivate, setIsPrivate] = useState(preview.isPrivate);
  const { mutate, isPending } = useAddPodcast(preview.title);
  const privateId = useId();
  const { status } = preview;
  const add = () =>
    // Not if the dialog has been opened again meanwhile.
    mutate({ address, category, isPrivate }, { onSuccess: onDone });
  return (
    <div className="space-y-5">
      <Dialog.Description size="2" className="text-quiet">
        {MESSAGES[status]}
      </Dialog.Description>
      <PreviewCard preview={preview} category={category} />
      {status === 'new' && (
        <>
          <CategorySelect label="Category" value={category} onChange={setCategory} />
          {preview.isPrivate ? (
            <p className="text-sm text-quiet">
              This address is private. We fetch it only for you and show it to nobody else.
            </p>
          ) : (
            <div className="flex items-start gap-2.5 text-sm">
              <Checkbox
                id={privateId}
                checked={isPrivate}
                onCheckedChange={(checked) => setIsPrivate(checked === true)}
              />
              <label htmlFor={privateId}>This is a private feed. Fetch it only for me.</label>
            </div>
          )}
        </>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="soft" color="gray" disabled={isPending} onClick={onBack}>
          Back
        </Button>
        {status === 'own' || status === 'subscribed' ? (
          <Button onClick={onDone}>Done</Button>
        ) : (
          <BusyButton
            isBusy={isPending}
            busyLabel={status === 'listed' ? undefined : 'Adding...'}
            onClick={add}
          >
            {status === 'listed' ? 'Subscribe' : 'Add Podcast'}
          </BusyButton>
        )}
      </div>
    </div>
  );
}

function PreviewCard({ preview, category }: { preview: PodcastPreview; category: Category }) {
  const { title, host, description, cover, episodes } = preview;
  return (
    <article aria-label={title} className="panel space-y-4 p-4">
      <div className="flex items-start gap-4">
        <Cover
          title={title}
          imageUrl={cover}
          hue={categoryHue(category)}
          isEager
          className="w-24 shrink-0"
        />
        <div className="min-w-0">
          <h3 dir="auto" className="line-clamp-2 text-lg leading-snug wrap-anywhere">
            {title}
          </h3>
          {host !== '' && (
            <p className="mt-0.5 flex gap-1 text-sm whitespace-nowrap text-quiet">
              Hosted by <bdi className="truncate">{host}</bdi>
            </p>
          )}
          <p dir="auto" className="mt-2 line-clamp-3 text-sm leading-relaxed wrap-anywhere">
            {description}
          </p>
        </div>
      </div>
      {episodes.length > 0 ? (
        <ul aria-label="Newest episodes" className="divide-y divide-(--gray-a4) text-sm">
          {episodes.slice(0, SHOWN_EPISODES).map((episode) => (
            <li
              key={`${episode.title} ${episode.publishedAt}`}
              className="flex items-baseline justify-between gap-4 py-1.5"
            >
              <span dir="auto" className="min-w-0 truncate">
                {episode.title}
              </span>
              <span className="shrink-0 text-quiet tabular-nums">
                {formatDay(episode.publishedAt)}
              </span>
            </li>
          ))}
        </ul>
      ) : null}
    </article>
  );
}

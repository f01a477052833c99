import { Button, Dialog } from '@radix-ui/themes';
import { Check, Copy, Download, Link2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { formatClock } from '../../../schema/wire/clock.ts';
import type { SaidPlace } from '../../ui/playback.ts';
import { useReturnFocus } from '../../ui/return-focus.ts';
import { keepOpenForToasts, toast } from '../../ui/toasts.ts';
import { fetchEpisode } from './calls.ts';
import { drawQuotation } from './draw-quotation.ts';
import { changeState, usePlayerState } from './player-state.ts';

/** A link to a second of an episode and, where its words are known, a picture of them. */
export function ShareDialog() {
  const shown = usePlayerState((state) => state.shown);
  if (shown === null || typeof shown === 'string' || !('shared' in shown)) return null;
  return <OpenShareDialog place={shown.shared} />;
}

function linkTo({ episodeId, start }: SaidPlace): string {
  const link = new URL('/podcasts', location.origin);
  link.searchParams.set('episode', episodeId);
  link.searchParams.set('at', String(Math.floor(start)));
  return link.href;
}

function OpenShareDialog({ place }: { place: SaidPlace }) {
  const returnFocus = useReturnFocus();
  const picture = usePicture(place);
  const link = linkTo(place);
  return (
    <Dialog.Root open onOpenChange={() => changeState({ shown: null })}>
      <Dialog.Content
        className="max-w-136"
        onInteractOutside={keepOpenForToasts}
        onCloseAutoFocus={returnFocus}
      >
        <Dialog.Title as="h2">Share this moment</Dialog.Title>
        <Dialog.Description size="2" color="gray">
          The link opens '{place.episodeTitle}' at {formatClock(place.start)}, for whoever has an
          account.
        </Dialog.Description>
        <p className="share-link" dir="ltr">
          {link}
        </p>
        <div className="mt-3 flex flex-wrap gap-3">
          <CopyAction
            icon={Link2}
            label="Copy link"
            copy={() => navigator.clipboard.writeText(link)}
          />
        </div>
        {picture !== null && (
          <>
            <img className="share-picture" src={picture.url} alt={`“${place.text}”`} />
            <div className="mt-3 flex flex-wrap gap-3">
              <CopyAction
                icon={Copy}
                label="Copy picture"
                copy={() =>
                  navigator.clipboard.write([new ClipboardItem({ 'image/png': picture.blob })])
                }
              />
              <Button variant="soft" asChild>
                <a href={picture.url} download="dripcast-moment.png">
                  <Download size={16} aria-hidden /> Save picture
                </a>
              </Button>
            </div>
          </>
        )}
        <div className="mt-5 flex justify-end">
          <Dialog.Close>
            <Button variant="soft" color="gray">
              Close
            </Button>
          </Dialog.Close>
        </div>
      </Dialog.Content>
    </Dialog.Root>
  );
}

/** Null until it is drawn, and where there is nothing to quote. */
function usePicture(place: SaidPlace) {
  const [picture, setPicture] = useState<{ blob: Blob; url: string } | null>(null);
  useEffect(() => {
    if (place.text === '') return;
    let isGone = false;
    void fetchEpisode(place.episodeId)
      .then(({ podcastTitle }) => drawQuotation({ ...place, podcastTitle }))
      .catch(() => null)
      .then((blob) => {
        if (isGone || blob === null) return;
        // A data address: the policy of the page allows pictures from nowhere else.
        const reader = new FileReader();
        reader.onload = () => {
          if (isGone || typeof reader.result !== 'string') return;
          setPicture({ blob, url: reader.result });
        };
        reader.readAsDataURL(blob);
      });
    return () => {
      isGone = true;
    };
  }, [place]);
  return picture;
}

const COPIED_MS = 2_000;

function CopyAction({
  icon: Icon,
  label,
  copy,
}: {
  icon: typeof Copy;
  label: string;
  copy: () => Promise<void>;
}) {
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const run = () =>
    copy().then(
      () => setIsCopied(true),
      () =>
        toast({
          title: 'Error',
          description: 'Your browser does not let us copy it.',
          variant: 'destructive',
        }),
    );
  return (
    <Button variant="soft" onClick={() => void run()}>
      {isCopied ? <Check size={16} aria-hidden /> : <Icon size={16} aria-hidden />}
      <span aria-live="polite">{isCopied ? 'Copied' : label}</span>
    </Button>
  );
}

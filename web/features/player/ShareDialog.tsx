import { Button, Dialog } from '@radix-ui/themes';
import { Copy, Download, Link2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { formatClock } from '../../../schema/wire/clock.ts';
import { CopyLabel, useCopying } from '../../ui/CopyButton.tsx';
import { keepOpenForToasts } from '../../ui/keep-open-for-toasts.ts';
import { useReturnFocus } from '../../ui/kept-focus.ts';
import type { SaidPlace } from '../../ui/playback.ts';
import { placeAddress } from '../../ui/portable-markdown.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { fetchEpisode, fetchSaid } from './calls.ts';
import { drawQuotation } from './draw-quotation.ts';
import { changeState, usePlayerState } from './player-state.ts';

/** A link to a second of an episode and, if there is a transcript, a picture of what is said there. */
export function ShareDialog() {
  const shown = usePlayerState((state) => state.shown);
  if (shown === null || typeof shown === 'string' || !('shared' in shown)) return null;
  return <OpenShareDialog place={shown.shared} />;
}

function OpenShareDialog({ place }: { place: SaidPlace }) {
  const returnFocus = useReturnFocus();
  const [drawing, draw] = useDrawing(place);
  const link = placeAddress(location.origin, place.episodeId, place.start);
  return (
    <Dialog.Root open onOpenChange={() => changeState({ shown: null })}>
      <Dialog.Content
        className="max-w-136"
        onInteractOutside={keepOpenForToasts}
        onCloseAutoFocus={returnFocus}
      >
        <Dialog.Title as="h2">Share This Moment</Dialog.Title>
        <Dialog.Description size="2" color="gray">
          The link opens “<bdi>{place.episodeTitle}</bdi>” at {formatClock(place.start)} for anyone
          with an account.
        </Dialog.Description>
        <p className="share-link" dir="ltr">
          {link}
        </p>
        <div className="mt-3 flex flex-wrap gap-3">
          <CopyAction
            icon={Link2}
            label="Copy Link"
            copy={async () => navigator.clipboard.writeText(link)}
          />
        </div>
        <Picture drawing={drawing} onRetry={draw} />
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

/** The picture and its buttons. Their room is taken from the first, so that nothing below them moves. */
function Picture({ drawing, onRetry }: { drawing: Drawing; onRetry: () => void }) {
  return (
    <>
      <div className="share-picture">
        <PictureState drawing={drawing} onRetry={onRetry} />
      </div>
      <div className="mt-3 flex min-h-9 flex-wrap gap-3 pointer-coarse:min-h-10">
        {drawing.state === 'drawn' && (
          <>
            <CopyAction
              icon={Copy}
              label="Copy Picture"
              copy={async () =>
                navigator.clipboard.write([new ClipboardItem({ 'image/png': drawing.blob })])
              }
            />
            <Button variant="soft" asChild>
              <a href={drawing.url} download="dripcast-moment.png">
                <Download size={16} aria-hidden /> Save Picture
              </a>
            </Button>
          </>
        )}
      </div>
    </>
  );
}

function PictureState({ drawing, onRetry }: { drawing: Drawing; onRetry: () => void }) {
  switch (drawing.state) {
    case 'busy':
      return (
        <div role="status" aria-label="Drawing the picture">
          <Skeleton className="h-full" />
        </div>
      );
    case 'wordless':
      return (
        <p role="status" className="text-sm text-quiet">
          There is no transcript here, so there is no quotation to make a picture of.
        </p>
      );
    case 'failed':
      return (
        <p role="alert" className="text-sm">
          The picture could not be drawn. The link works without it.{' '}
          <Button variant="ghost" onClick={onRetry}>
            Try Again
          </Button>
        </p>
      );
    case 'drawn':
      return <img src={drawing.url} alt={`“${drawing.text}”`} />;
  }
}

type Drawing =
  | { state: 'busy' | 'wordless' | 'failed' }
  | { state: 'drawn'; text: string; blob: Blob; url: string };

/** Draws the picture of a place. Also returns a function that tries again. */
function useDrawing(place: SaidPlace): [Drawing, () => void] {
  const [drawing, setDrawing] = useState<Drawing>({ state: 'busy' });
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isGone = false;
    setDrawing({ state: 'busy' });
    void drawPlace(place)
      // Whatever went wrong, the reader can only try again.
      .catch((): Drawing => ({ state: 'failed' }))
      .then((drawn) => {
        if (!isGone) setDrawing(drawn);
      });
    return () => {
      isGone = true;
    };
  }, [place, round]);
  return [drawing, () => setRound(round + 1)];
}

async function drawPlace(place: SaidPlace): Promise<Drawing> {
  const { episodeId, start } = place;
  const [{ podcastTitle }, said] = await Promise.all([
    fetchEpisode(episodeId),
    // The picture shows when the sentence began, not the second being heard.
    place.text === '' ? fetchSaid(episodeId, start) : place,
  ]);
  if (said.text === '') return { state: 'wordless' };
  const blob = await drawQuotation({ ...place, ...said, podcastTitle });
  if (blob === null) return { state: 'failed' };
  return { state: 'drawn', text: said.text, blob, url: await asDataAddress(blob) };
}

/** A data address, because the Content Security Policy doesn't allow `blob:` images. */
function asDataAddress(blob: Blob): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const reader = new FileReader();
  reader.onload = () => resolve(String(reader.result));
  reader.onerror = () => reject(reader.error);
  reader.readAsDataURL(blob);
  return promise;
}

function CopyAction({
  icon,
  label,
  copy,
}: {
  icon: typeof Copy;
  label: string;
  copy: () => Promise<void>;
}) {
  const { isCopied, run } = useCopying(copy);
  return (
    <Button variant="soft" onClick={run}>
      <CopyLabel isCopied={isCopied} icon={icon} label={label} />
    </Button>
  );
}

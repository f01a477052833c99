import { Button } from '@radix-ui/themes';
import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import type { Brief, BriefState } from '../../../schema/wire/brief.ts';
import { errorMessage } from '../../api/client.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { useFocusOnChange } from '../../ui/kept-focus.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import { ReservedHeight, reservedHeight } from '../../ui/ReservedHeight.tsx';
import { toastError, toastSuccess } from '../../ui/toasts.ts';
import { BriefForm } from './BriefForm.tsx';
import './brief.css';
import { briefQuery, useAskToConfirm, useSendAgain, useStopBrief } from './queries.ts';

/** The weekly digest by mail. Shows nothing where no mail can be sent. */
export function BriefCard({ userId, email }: { userId: string; email: string | null }) {
  const query = useQuery(briefQuery);
  const heading = useRef<HTMLHeadingElement>(null);
  if (query.data?.isAvailable === false) return null;
  return (
    <section aria-labelledby="brief-card" className="panel p-5 sm:p-8">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 grow basis-72">
          <h2 id="brief-card" ref={heading} tabIndex={-1} className="text-xl outline-none">
            Your Brief by Mail
          </h2>
          <p className="mt-1 text-sm text-quiet">
            The digest of your week, when you want it. A week without new episodes brings no mail.
          </p>
        </div>
        <a
          href="/api/user/brief/preview"
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-9 items-center gap-2 text-sm text-accent hover:underline"
        >
          <ExternalLink size={16} aria-hidden />
          Preview
        </a>
      </div>
      <ReservedHeight
        name="brief"
        isLoaded={query.data !== undefined}
        isFailed={query.isLoadingError}
        className="mt-5"
      >
        <Loaded query={query} name="your brief" skeleton={skeletonHeight()}>
          {(state) => (
            <BriefContent userId={userId} state={state} email={email} heading={heading} />
          )}
        </Loaded>
      </ReservedHeight>
    </section>
  );
}

/** The form's height on a first visit. Later visits reserve the height of what was shown last. */
const skeletonHeight = () =>
  reservedHeight('brief') === undefined ? 'brief-form-skeleton' : 'h-12';

function BriefContent({
  userId,
  state,
  email,
  heading,
}: {
  userId: string;
  state: BriefState;
  email: string | null;
  heading: RefObject<HTMLElement | null>;
}) {
  const { brief, unsureWeek } = state;
  const isOff = !brief || brief.stopped !== null;
  const [isChanging, setIsChanging] = useState(false);
  // Then its form only appears on request, because a reply alone would move what is below the card.
  const [wasStopped, setWasStopped] = useState(false);
  const isForm = isOff ? !wasStopped : isChanging;
  useFocusOnChange(heading, isForm ? 'form' : isOff ? 'off' : 'on');
  if (isForm) {
    return (
      <>
        {brief?.stopped ? <Line>{stoppedText(brief)}</Line> : null}
        <BriefForm
          userId={userId}
          brief={brief}
          email={email}
          onDone={() => setIsChanging(false)}
          onCancel={isOff ? null : () => setIsChanging(false)}
        />
      </>
    );
  }
  if (isOff) {
    return (
      <>
        <Line>Your brief is off.</Line>
        <Button variant="soft" onClick={() => setWasStopped(false)}>
          Turn On
        </Button>
      </>
    );
  }
  return (
    <>
      {brief.isConfirmed ? (
        <Line>
          Next one on <strong className="font-medium">{nextText(brief)}</strong> to{' '}
          <strong className="font-medium wrap-anywhere">{brief.email}</strong>.
        </Line>
      ) : (
        <Unconfirmed email={brief.email} />
      )}
      {unsureWeek === null ? null : <Unsure />}
      <div className="mt-4 flex flex-wrap gap-3">
        <Button variant="soft" onClick={() => setIsChanging(true)}>
          Change
        </Button>
        <StopButton onStop={() => setWasStopped(true)} />
      </div>
    </>
  );
}

function Line({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="mb-4">
      {children}
    </p>
  );
}

function stoppedText({ stopped, email }: Brief): string {
  if (stopped === 'unsubscribed') return `You unsubscribed ${email}. Turn the brief on again here.`;
  if (stopped === 'complained') {
    return `A brief to ${email} was reported as spam, so we stopped. Turn it on again here.`;
  }
  return `Mail to ${email} came back, so we stopped. Check the address and turn it on again here.`;
}

function nextText({ nextAt, timeZone }: Brief): string {
  return new Date(nextAt).toLocaleString('en-US', {
    timeZone,
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  });
}

function Unconfirmed({ email }: { email: string }) {
  const asking = useAskToConfirm();
  const ask = () =>
    asking.mutateAsync().then(
      () => toastSuccess(`A link is on its way to ${email}`),
      (error: Error) => toastError(errorMessage(error, 'Failed to send the link')),
    );
  return (
    <div className="mb-4">
      <Line>
        We sent a link to <strong className="font-medium wrap-anywhere">{email}</strong>. Open it to
        confirm your address and start the briefs.
      </Line>
      <BusyButton variant="soft" isBusy={asking.isPending} onClick={() => void ask()}>
        Send the Link Again
      </BusyButton>
    </div>
  );
}

function Unsure() {
  const sending = useSendAgain();
  const send = () =>
    sending.mutateAsync(undefined).then(
      () => toastSuccess('Your last brief is on its way again'),
      (error: Error) => toastError(errorMessage(error, 'Failed to send it again')),
    );
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="min-w-0 grow basis-60 text-sm">Your last brief may not have arrived.</p>
      <BusyButton variant="soft" isBusy={sending.isPending} onClick={() => void send()}>
        Send It Again
      </BusyButton>
    </div>
  );
}

function StopButton({ onStop }: { onStop: () => void }) {
  const stop = useStopBrief();
  const end = () => {
    onStop();
    return stop.mutateAsync(undefined).then(
      () => toastSuccess('You will not get any more briefs'),
      (error: Error) => toastError(errorMessage(error, 'Failed to stop the brief')),
    );
  };
  return (
    <BusyButton variant="soft" color="gray" isBusy={stop.isPending} onClick={() => void end()}>
      Stop
    </BusyButton>
  );
}

import { Button, Dialog, Progress, Text } from '@radix-ui/themes';
import type { InsightState } from './conversation-state.ts';
import { OPENING_STEPS, type OpeningStep, SOURCE_STEPS, STEP_PERCENT } from './open-session.ts';
import { CONNECTION_LOST } from './texts.ts';

/**
 * Returns the progress and the current step of the opening: first our own steps, then the insight's, which
 * only arrive over the connection.
 */
export function progressOf(
  step: OpeningStep,
  insight: InsightState | null,
  { isSource, isLost = false }: { isSource: boolean; isLost?: boolean },
): { percent: number; text: string } {
  const texts = isSource ? SOURCE_STEPS : OPENING_STEPS;
  if (step !== 'session') return { percent: STEP_PERCENT[step], text: texts[step] };
  const begun = STEP_PERCENT.session;
  const progress = insight?.progress ?? 0;
  return {
    percent: Math.round(begun + (progress * (STEP_PERCENT.ready - begun)) / 100),
    text: isLost ? CONNECTION_LOST : insight?.currentStep || texts.session,
  };
}

/** Dialog content until the conversation can be shown. */
export function OpeningProgress({
  percent,
  text,
  isSource,
  failure,
  onLogin,
  onClose,
  isClosing,
}: {
  percent: number;
  text: string;
  isSource: boolean;
  /** What went wrong; null if nothing did. */
  failure: string | null;
  /** Null if logging in would not help. */
  onLogin: (() => void) | null;
  onClose: () => void;
  isClosing: boolean;
}) {
  return (
    <>
      <Dialog.Title as="h2" className="mb-1" size="5">
        Opening Conversation
      </Dialog.Title>
      {failure === null ? (
        <Dialog.Description className="mb-6" size="2" color="gray">
          Please wait while we prepare your {isSource ? '' : 'podcast '}discussion...
        </Dialog.Description>
      ) : (
        <Dialog.Description className="mb-6" size="2" color="red" role="alert">
          {failure}
        </Dialog.Description>
      )}
      <Progress
        value={percent}
        color={failure === null ? undefined : 'red'}
        aria-label="Opening the conversation"
        aria-valuetext={text}
      />
      <Text className="mt-3" as="p" size="2" role="status">
        {text}
      </Text>
      <div className="mt-5 flex justify-end gap-3">
        <Button
          variant="soft"
          color="gray"
          className={percent === STEP_PERCENT.ready ? 'invisible' : undefined}
          disabled={isClosing}
          onClick={onClose}
        >
          {failure === null ? 'Continue in the Background' : 'Close'}
        </Button>
        {onLogin !== null && (
          <Button disabled={isClosing} onClick={onLogin}>
            Log In
          </Button>
        )}
      </div>
    </>
  );
}

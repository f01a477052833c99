import { Progress, Text } from '@radix-ui/themes';
import { type ReactNode, useEffect, useMemo } from 'react';
import { FOLLOW_UPS_PER_SESSION } from '../../../schema/limits.ts';
import { Composer } from './Composer.tsx';
import { ConnectionStatus } from './ConnectionStatus.tsx';
import { Conversation } from './Conversation.tsx';
import { INSIGHT_ID, type Message } from './conversation-state.ts';
import { EndedNotice } from './EndedNotice.tsx';
import { canBegin, canOfferInsight, InsightOffer } from './InsightOffer.tsx';
import { progressOf } from './OpeningProgress.tsx';
import { SuggestedQuestions } from './SuggestedQuestions.tsx';
import { suggestedQuestions } from './suggested-questions.ts';
import type { ConversationHandle } from './use-conversation.ts';
import { saveDraft, useDraft } from './use-draft.ts';
import type { useSaving } from './use-saving.ts';

/** The messages with the composer below them. */
export function ChatColumn({
  chat,
  draftKey,
  newDraftKey,
  messages,
  isSource = false,
  saving,
  onLogin,
  onStartNew,
  isClosing,
}: {
  chat: ConversationHandle;
  draftKey: string;
  /** The draft key of a new conversation on the same subject. */
  newDraftKey: string;
  messages: Message[];
  isSource?: boolean;
  saving: ReturnType<typeof useSaving>;
  onLogin: () => void;
  onStartNew: () => void;
  isClosing: boolean;
}) {
  const { state, isPreparing, takeQuestionBack } = chat;
  const remaining = state.remainingFollowUps ?? FOLLOW_UPS_PER_SESSION;
  const isAnsweredOut = remaining <= 0 && !chat.isAnswering && !isPreparing;
  const endedBy = chat.ended ?? (isAnsweredOut ? 'answered-out' : null);
  const [draft, setDraft] = useDraft(draftKey);

  // A refused question returns to the input, unless the reader has typed something else.
  const { returnedQuestion } = state;
  useEffect(() => {
    if (returnedQuestion === null) return;
    if (draft.trim() === '') setDraft(returnedQuestion);
    takeQuestionBack();
  }, [returnedQuestion, draft, setDraft, takeQuestionBack]);

  let below: ReactNode = null;
  if (isPreparing) below = <Preparation chat={chat} isSource={isSource} />;
  else if (canBegin(chat)) below = <Beginning chat={chat} messages={messages} />;

  return (
    <div className="chat-column">
      <Conversation
        messages={messages}
        ownQuestion={state.ownQuestion}
        isLoggedOut={chat.ended === 'logged-out'}
        below={below}
        saving={saving}
      />
      <ConnectionStatus status={chat.socketStatus} />
      {endedBy !== null && (
        <EndedNotice
          ended={endedBy}
          onLogin={onLogin}
          onStartNew={() => {
            saveDraft(newDraftKey, draft);
            onStartNew();
          }}
        />
      )}
      <Composer
        text={draft}
        onText={setDraft}
        onSend={(question) => {
          setDraft('');
          void chat.ask(question);
        }}
        onStop={chat.stop}
        isPreparing={isPreparing}
        isAnswering={chat.isAnswering}
        hasQuestionsLeft={remaining > 0}
        isClosing={isClosing || chat.ended !== null}
      />
    </div>
  );
}

/** What a conversation may begin with. */
function Beginning({ chat, messages }: { chat: ConversationHandle; messages: Message[] }) {
  const insight = messages.find(({ id }) => id === INSIGHT_ID)?.content ?? null;
  const { data: found } = chat.transcript;
  const questions = useMemo(
    () => (found?.status === 'ready' ? suggestedQuestions(insight, found.transcript.lines) : []),
    [insight, found],
  );
  return (
    <>
      {canOfferInsight(chat) && <InsightOffer onGenerate={chat.askForInsight} />}
      <SuggestedQuestions questions={questions} onAsk={(question) => void chat.ask(question)} />
    </>
  );
}

function Preparation({
  chat: { step, state },
  isSource,
}: {
  chat: ConversationHandle;
  isSource: boolean;
}) {
  const { percent, text } = progressOf(step, state.insight, { isSource });
  return (
    <div className="mx-auto mt-6 max-w-184">
      <Progress value={percent} aria-label="Opening the conversation" aria-valuetext={text} />
      <Text className="mt-2" as="p" size="2" color="gray" role="status">
        {text}
      </Text>
    </div>
  );
}

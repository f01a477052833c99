import { memo, useContext } from 'react';
import { Markdown } from '../../ui/Markdown.tsx';
import { withPlaceLinks } from '../../ui/portable-markdown.ts';
import { AnswerActions } from './AnswerActions.tsx';
import { CitedPlaces } from './cited-places.ts';
import { GREETING_ID, type Message } from './conversation-state.ts';
import { AWAITING_ID } from './visible-messages.ts';

interface MessageViewProps {
  message: Message;
  isSaved: boolean;
  isSaving: boolean;
  /** Null for an answer that cannot be saved. */
  onSave: ((message: Message) => void) | null;
}

/** One message. Questions are bubbles on the right, answers are text on the page, errors are red. */
export const MessageView = memo(function MessageView({
  message,
  isSaved,
  isSaving,
  onSave,
}: MessageViewProps) {
  const { episodeId, isPlayable, onCitation, onPlace } = useContext(CitedPlaces);
  const { id, role, content, isStreaming } = message;
  if (role === 'user') {
    return (
      <li className="message message-user" data-role="user">
        <span className="sr-only">You: </span>
        <p dir="auto">{content}</p>
      </li>
    );
  }
  if (role === 'system') {
    return (
      <li className="message message-system" data-role="system">
        <p dir="auto" role="alert">
          {content}
        </p>
      </li>
    );
  }
  if (id === AWAITING_ID) {
    return (
      <li className="message message-awaiting" data-role="assistant">
        <span className="awaiting-bars" aria-hidden>
          <i />
          <i />
          <i />
        </span>
        {content}
      </li>
    );
  }
  const isFinishedAnswer = !isStreaming && id !== GREETING_ID;
  return (
    <li
      className="message message-assistant"
      data-role="assistant"
      data-streaming={isStreaming || undefined}
    >
      <span className="sr-only">AI Assistant: </span>
      <Markdown
        text={content}
        onCitation={onCitation}
        onPlace={onPlace}
        episodeId={(isPlayable && episodeId) || undefined}
      />
      {isFinishedAnswer && (
        <AnswerActions
          text={withPlaceLinks(content, {
            origin: window.location.origin,
            episodeId,
          })}
          isSaved={isSaved}
          isSaving={isSaving}
          onSave={onSave && (() => onSave(message))}
        />
      )}
    </li>
  );
});

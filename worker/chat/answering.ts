/** The answer that a conversation is writing: its listeners, how it ends and what is stored. */
import type { ServerEvent } from '../../schema/wire/chat.ts';
import type { Assistant, Exchange } from '../assistant/assistant.ts';
import { AppError } from '../platform/errors.ts';
import { describeError, log } from '../platform/logging.ts';
import * as rules from './conversation.ts';
import type { ReplyStream } from './reply-stream.ts';
import type { StoredConversation } from './stored-conversation.ts';
import {
  type AnswerMaterial,
  type Bookkeeping,
  type Writing,
  writeAnswer,
} from './write-answer.ts';

interface AnsweringDeps {
  stored: StoredConversation;
  assistant: () => Assistant;
  loadMaterial: (
    conversation: rules.Conversation,
    question: string,
    earlier: Exchange[],
  ) => Promise<AnswerMaterial>;
  broadcast: (event: ServerEvent) => void;
}

/** `abandoned`: dropped meanwhile; `gone`: D1 no longer has the conversation. */
type AnsweringEnd = 'stored' | 'abandoned' | 'gone';

export class Answering {
  readonly #deps: AnsweringDeps;
  #writing: Writing | null = null;
  /** The question whose answer was last to be stopped and was not being written. */
  #stoppedId: string | null = null;

  constructor(deps: AnsweringDeps) {
    this.#deps = deps;
  }

  get isWriting(): boolean {
    return this.#writing !== null;
  }

  /** The text so far; undefined if no answer is being written. */
  get text(): string | undefined {
    return this.#writing?.text;
  }

  /**
   * Stops the answer. Its text so far is kept and counts as an answer. A stop that names its question may
   * come before the answer begins, or after the next one has begun.
   */
  stop(questionId = this.#writing?.id): void {
    if (questionId === this.#writing?.id) this.#writing?.stop.abort();
    else this.#stoppedId = questionId ?? null;
  }

  /** Ends the answer of a deleted conversation without storing anything. */
  abandon(): void {
    const writing = this.#writing;
    this.#writing = null;
    writing?.stop.abort();
    for (const reply of writing?.replies ?? []) {
      reply.fail('not_found', rules.CONVERSATION_GONE, 0);
    }
  }

  /** Adds a reply that gets the text so far of the answer to `followUpId`, and then the rest. */
  join(followUpId: string, reply: ReplyStream): void {
    if (this.#writing?.id !== followUpId) return;
    reply.piece(this.#writing.text);
    this.#writing.replies.push(reply);
  }

  /**
   * Writes the answer to a question that is already in `begun`. Failures of the answer don't throw.
   */
  async write(
    begun: rules.Conversation,
    asked: Pick<Writing, 'id' | 'question' | 'replies'>,
    bookkeeping: Bookkeeping,
  ): Promise<AnsweringEnd> {
    const writing: Writing = {
      ...asked,
      text: '',
      stop: new AbortController(),
      isFree: false,
    };
    this.#writing = writing;
    if (writing.id === this.#stoppedId) writing.stop.abort();
    const failure = await this.#run(begun, writing, bookkeeping);
    const conversation = this.#deps.stored.current;
    // Deleted meanwhile: nothing to store and nobody to notify.
    if (this.#writing !== writing || !conversation) return 'abandoned';
    this.#writing = null;
    if (failure === null) return this.#complete(conversation, writing);
    this.#fail(conversation, writing, failure);
    return 'stored';
  }

  /** Returns why there is no answer, in words for the reader; null if there is one. */
  async #run(
    begun: rules.Conversation,
    writing: Writing,
    bookkeeping: Bookkeeping,
  ): Promise<string | null> {
    const { assistant, loadMaterial } = this.#deps;
    const { question } = writing;
    const earlier = rules.earlierExchanges(begun);
    try {
      const end = await writeAnswer(
        assistant(),
        () => loadMaterial(begun, question, earlier),
        question,
        earlier,
        {
          ...bookkeeping,
          signal: writing.stop.signal,
          onPiece: (piece) => this.#piece(writing, piece),
          onFree: () => {
            writing.isFree = true;
          },
        },
      );
      if (writing.text.trim() !== '') return null;
      return end === 'stopped' ? rules.ANSWER_STOPPED_EMPTY : rules.ANSWER_FAILED;
    } catch (error) {
      // Written for the reader.
      if (error instanceof AppError) return error.message;
      log.error('answer_failed', { error: describeError(error) });
      return rules.ANSWER_FAILED;
    }
  }

  #piece(writing: Writing, piece: string): void {
    if (this.#writing !== writing) return;
    writing.text += piece;
    this.#deps.broadcast({ type: 'chat_message', message: rules.answerPiece(writing.id, piece) });
    for (const reply of writing.replies) reply.piece(piece);
  }

  async #complete(conversation: rules.Conversation, writing: Writing): Promise<AnsweringEnd> {
    const { stored, broadcast } = this.#deps;
    const { id, text, replies, isFree } = writing;
    const completed = rules.completeFollowUp(conversation, id, text, isFree ? 0 : 1);
    try {
      stored.keepAnswer(completed, id);
    } catch (error) {
      log.error('answer_not_stored', { error: describeError(error) });
      this.#fail(conversation, writing, rules.ANSWER_FAILED);
      return 'stored';
    }
    broadcast(rules.completeEvent(completed, id, text));
    for (const reply of replies) reply.complete(completed.remaining);
    return (await stored.sync()) === 'gone' ? 'gone' : 'stored';
  }

  #fail(conversation: rules.Conversation, { id, replies }: Writing, message: string): void {
    const failed = rules.failFollowUp(conversation, id, message);
    this.#deps.stored.keepFailure(failed, id);
    this.tellFailure(id, message);
    for (const reply of replies) reply.fail('answer_failed', message, failed.remaining);
  }

  /** Tells all listeners that the answer to `followUpId` failed. */
  tellFailure(followUpId: string, message: string): void {
    const { stored, broadcast } = this.#deps;
    if (!stored.current) return;
    broadcast(
      rules.errorEvent(stored.current, 'answer_failed', message, { messageId: followUpId }),
    );
  }
}

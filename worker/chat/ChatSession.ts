/**
 * A conversation about an episode, or about all of the user's podcasts: its sockets, messages and
 * question count. Authoritative while it is alive. D1 follows it, and it can be restored from D1.
 */
import { DurableObject } from 'cloudflare:workers';
import {
  type ClientEvent,
  type SessionEvent,
  WS_CLOSE_NOT_YOU,
  WS_CLOSE_SESSION_GONE,
} from '../../schema/wire/chat.ts';
import { assistantFor } from '../assistant/choose-assistant.ts';
import { createDatabase } from '../platform/database.ts';
import { describeError, log } from '../platform/logging.ts';
import { TOO_MANY_QUESTIONS } from '../platform/requests/rate-limit.ts';
import { settingsOf } from '../platform/settings.ts';
import { withTimeout } from '../platform/with-timeout.ts';
import { sendSearchChanges } from '../search/changes.ts';
import { transcriptDeps } from '../transcripts/find-transcript.ts';
import { Answering } from './answering.ts';
import { parseEvent } from './client-event.ts';
import * as rules from './conversation.ts';
import { loadMaterial } from './load-material.ts';
import { allPodcastsDeps, loadMaterialFromAll } from './load-material-from-all.ts';
import { type ChatActivity, isIdle, nextAlarm } from './next-alarm.ts';
import { ReplyStream } from './reply-stream.ts';
import { deleteSocket, findLoginExpiry } from './socket-store.ts';
import { ChatSockets, send } from './sockets.ts';
import { StoredConversation } from './stored-conversation.ts';
import type { Bookkeeping } from './write-answer.ts';

/**
 * How long an answer's bookkeeping waits for its model to begin, so that a hundred who ask at once reach
 * their models first.
 */
const BOOKKEEPING_AFTER_MS = 100;

export type AskResult =
  | { status: 'refused'; refusal: rules.Refusal }
  | { status: 'streaming'; stream: ReadableStream<Uint8Array> };

/** A question with the id that identifies it everywhere. */
interface Asked {
  id: string;
  question: string;
}

/** Where to send the state of a question that is already known. */
type Asker = { socket: WebSocket } | { reply: ReplyStream; episodeId: string | null };

export abstract class ChatSession extends DurableObject<Env> {
  /** A field, so that tests can replace the assistant. */
  assistant = () => assistantFor(this.env);
  readonly #stored: StoredConversation;
  readonly #sockets: ChatSockets;
  readonly #answering: Answering;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#sockets = new ChatSockets(ctx);
    this.#stored = new StoredConversation(ctx.storage, env.DB, {
      sessionId: () => this.#id(),
      onSynced: () => ctx.waitUntil(sendSearchChanges(env)),
    });
    this.#answering = new Answering({
      stored: this.#stored,
      assistant: () => this.assistant(),
      loadMaterial: ({ userId, episodeId }, question, earlier) =>
        episodeId === null
          ? loadMaterialFromAll(allPodcastsDeps(env), userId, question, earlier)
          : loadMaterial({ db: env.DB, transcripts: transcriptDeps(env) }, userId, episodeId),
      broadcast: (event) => this.#sockets.broadcast(event),
    });
    for (const { id, error } of this.#stored.recover())
      this.#answering.tellFailure(id, error ?? '');
  }

  /** Opens a socket for `userId`. Only called by the Worker, which has authenticated the user. */
  override async fetch(request: Request): Promise<Response> {
    const { searchParams } = new URL(request.url);
    const owner = {
      userId: searchParams.get('userId') ?? '',
      loginId: searchParams.get('loginId') ?? '',
      loginExpiresAt: Number(searchParams.get('loginExpiresAt')),
    };
    const opened = await this.#stored.open({ freshInsight: true });
    if (!opened || opened.userId !== owner.userId) return new Response(null, { status: 404 });
    if (this.#sockets.areFull) return new Response(null, { status: 429 });
    const pair = this.#sockets.accept(owner);
    if (!pair) return new Response(null, { status: 401 });
    // Sent in the same task as accepting, so that later events arrive after it, once and in order.
    send(pair.server, this.#sessionEvent(this.#stored.current ?? opened));
    this.#stored.touch();
    await this.#schedule();
    return new Response(null, { status: 101, webSocket: pair.client });
  }

  /**
   * Returns the conversation as a new connection would see it; null if it is gone or belongs to someone
   * else.
   */
  async read(userId: string): Promise<SessionEvent | null> {
    const opened = await this.#stored.open({ freshInsight: true });
    return opened?.userId === userId ? this.#sessionEvent(this.#stored.current ?? opened) : null;
  }

  /**
   * Asks a question over HTTP. The stream is NDJSON of `ChatReplyChunk`. Refuses with not_found unless the
   * conversation is this user's and about this episode (null: about all podcasts).
   */
  async ask(userId: string, episodeId: string | null, asked: Asked): Promise<AskResult> {
    const reply = new ReplyStream(this.#id(), asked.id);
    const refusal = await this.#ask(userId, asked, { reply, episodeId });
    return refusal ? { status: 'refused', refusal } : { status: 'streaming', stream: reply.stream };
  }

  /**
   * Stops the answer in progress, whoever asked for it. Its text so far is kept and counts as an
   * answer.
   *
   * @param questionId the question whose answer to stop, even before it begins; without it, any answer is stopped
   */
  stopAnswer(questionId?: string): void {
    this.#answering.stop(questionId);
  }

  /** Closes the sockets of ended sessions. */
  endLogins(loginIds: string[]): void {
    this.#sockets.endLogins(loginIds);
  }

  override async webSocketMessage(socket: WebSocket, data: string | ArrayBuffer): Promise<void> {
    if (!this.#sockets.admits(socket, data)) return;
    const event = parseEvent(data);
    // Invalid events are refused before anything is read.
    if (!event) return this.#refuse(socket, 'bad_request', 'The message is not valid');
    try {
      await this.#receive(socket, event);
    } catch (error) {
      log.error('chat_event_failed', { type: event.type, error: describeError(error) });
      // Without a reply, who asked would wait for ever on a socket that is alive.
      if (event.type === 'chat') this.#refuse(socket, 'internal', rules.OUR_FAULT, event.id);
    }
  }

  async #receive(socket: WebSocket, event: ClientEvent): Promise<void> {
    const { userId } = this.#sockets.ownerOf(socket);
    if (event.type === 'authenticate') {
      if (event.userId !== userId) socket.close(WS_CLOSE_NOT_YOU, 'Logged in as someone else');
      return;
    }
    if (!(await this.#isLoggedIn(socket))) return socket.close(WS_CLOSE_NOT_YOU, 'Logged out');
    if (event.type === 'stop') return this.stopAnswer(event.id);
    if (!(await this.#stored.open())) {
      return socket.close(WS_CLOSE_SESSION_GONE, rules.CONVERSATION_GONE);
    }
    const { id = crypto.randomUUID(), message: question } = event;
    const refusal = await this.#ask(userId, { id, question }, { socket });
    if (refusal) this.#refuse(socket, refusal.code, refusal.message, id);
  }

  override async webSocketClose(socket: WebSocket, code: number): Promise<void> {
    // 1005 and 1006 mean that there was no close code, and can't be sent back.
    socket.close(code === 1005 || code === 1006 ? 1000 : code);
    await this.#forgetSocket(socket);
  }

  override async webSocketError(socket: WebSocket, error: unknown): Promise<void> {
    log.warn('chat_socket_failed', { error: describeError(error) });
    await this.#forgetSocket(socket);
  }

  /** D1 only needs to know where a session may still have a socket. */
  async #forgetSocket(socket: WebSocket): Promise<void> {
    if (this.#sockets.hasAnother(socket)) return;
    const { userId, loginId } = this.#sockets.ownerOf(socket);
    try {
      await deleteSocket(createDatabase(this.env.DB), userId, this.#id(), loginId);
    } catch (error) {
      // Harmless: when the session ends, this conversation is asked once in vain.
      log.warn('socket_not_forgotten', { error: describeError(error) });
    }
  }

  /** Checks what is known here without asking D1, until that has expired. Sessions slide. */
  async #isLoggedIn(socket: WebSocket): Promise<boolean> {
    const owner = this.#sockets.ownerOf(socket);
    if (owner.loginExpiresAt > Date.now()) return true;
    const expiry = await findLoginExpiry(createDatabase(this.env.DB), owner.loginId);
    if (!expiry) return false;
    this.#sockets.remember(socket, { ...owner, loginExpiresAt: expiry.getTime() });
    return true;
  }

  #refuse(socket: WebSocket, error: string, message: string, questionId?: string): void {
    const conversation = this.#stored.current;
    if (!conversation) {
      socket.close(WS_CLOSE_SESSION_GONE, rules.CONVERSATION_GONE);
      return;
    }
    const about = questionId === undefined ? {} : { questionId };
    send(socket, rules.errorEvent(conversation, error, message, about));
  }

  /** Handles news of the insight. The `step` of a failed one says why, in words for the reader. */
  async insightNews(news: rules.InsightState): Promise<void> {
    const opened = await this.#stored.open();
    if (!opened || (opened.insight.status === 'done' && news.status !== 'done')) return;
    this.#stored.setInsight(news);
    this.#sockets.broadcast(rules.insightEvent(news));
    await this.#schedule();
  }

  /** Deletes everything and closes every socket, because the session or its user is being deleted. */
  async deleteSession(): Promise<void> {
    this.#answering.abandon();
    this.#sockets.closeAll(WS_CLOSE_SESSION_GONE, rules.CONVERSATION_GONE);
    await this.#stored.forget();
  }

  override async alarm(): Promise<void> {
    if ((await this.#stored.sync()) === 'gone') return this.deleteSession();
    if (this.#activity()?.awaitsInsight) await this.#lookForInsight();
    const idleState = this.#activity();
    if (idleState && isIdle(idleState, new Date())) await this.#stored.forget();
    // If this throws, the platform repeats the alarm.
    else await this.#setAlarm();
  }

  /** Queues insights again whose worker died. The Worker's entry point knows both rooms. */
  protected abstract takeOverInsights(): Promise<void>;

  /** The message that the insight is ready may be lost, so ask D1 and take over lost generations. */
  async #lookForInsight(): Promise<void> {
    try {
      await this.takeOverInsights();
    } catch (error) {
      log.warn('insights_not_taken_over', { error: describeError(error) });
    }
    const before = this.#stored.current?.insight.status;
    const after = (await this.#stored.open({ freshInsight: true }))?.insight;
    if (after && after.status !== before) this.#sockets.broadcast(rules.insightEvent(after));
  }

  /** Accepts the question or returns why not. The answer is written afterwards. */
  async #ask(userId: string, asked: Asked, asker: Asker): Promise<rules.Refusal | null> {
    const { success } = await this.env.QUESTION_LIMIT.limit({ key: userId });
    if (!success) return { code: 'too_many_requests', message: TOO_MANY_QUESTIONS };
    await this.#stored.open();
    // Nothing awaits between here and `begin`, so two concurrent last questions can't both pass.
    const conversation = this.#stored.current;
    const isWanted =
      conversation?.userId === userId &&
      ('socket' in asker || conversation.episodeId === asker.episodeId);
    if (!isWanted) return { code: 'not_found', message: rules.CONVERSATION_NOT_FOUND };
    const known = conversation.followUps.find(({ id }) => id === asked.id);
    if (known) {
      this.#sendState(conversation, known, asker);
      return null;
    }
    const refusal = rules.refusalOf(conversation);
    if (refusal) return refusal;
    const followUp = { ...asked, createdAt: Date.now() };
    const begun = rules.beginFollowUp(conversation, followUp);
    this.#stored.begin(begun);
    const replies = 'reply' in asker ? [asker.reply] : [];
    const { promise: begins, resolve: startNow } = Promise.withResolvers<void>();
    const due = withTimeout(BOOKKEEPING_AFTER_MS, begins, () => {});
    const stored = due.then(() => this.#storeQuestion(followUp));
    this.ctx.waitUntil(this.#answer(begun, { ...asked, replies }, { due, stored, startNow }));
    await stored;
    return null;
  }

  /**
   * Stores and shows a question, once its model has been asked: whatever is sent after a write waits until
   * the write is on disk.
   */
  async #storeQuestion(followUp: Pick<rules.FollowUp, 'id' | 'question'>): Promise<void> {
    this.#stored.saveFollowUp(followUp.id);
    this.#sockets.broadcast({ type: 'chat_message', message: rules.questionMessage(followUp) });
    await this.#schedule();
  }

  /** A repeated question is not asked twice; the sender gets its state. */
  #sendState(conversation: rules.Conversation, followUp: rules.FollowUp, asker: Asker): void {
    if ('socket' in asker) {
      send(asker.socket, this.#sessionEvent(conversation));
      return;
    }
    const { reply } = asker;
    const { remaining } = conversation;
    if (followUp.status === 'failed') {
      reply.fail('answer_failed', followUp.error ?? rules.ANSWER_FAILED, remaining);
    } else if (followUp.status === 'done') {
      reply.piece(followUp.answer);
      reply.complete(remaining);
    } else {
      this.#answering.join(followUp.id, reply);
    }
  }

  #sessionEvent(conversation: rules.Conversation): SessionEvent {
    // Not of the assistant, which a wrong deployment lacks.
    const { AI_PROVIDER } = settingsOf(this.env);
    return rules.sessionEvent(conversation, AI_PROVIDER, this.#answering.text);
  }

  async #answer(
    begun: rules.Conversation,
    asked: Parameters<Answering['write']>[1],
    bookkeeping: Bookkeeping,
  ): Promise<void> {
    const end = await this.#answering.write(begun, asked, bookkeeping);
    if (end === 'abandoned') return;
    if (end === 'gone') await this.deleteSession();
    await this.#schedule();
  }

  /** Plans the next alarm. Without one, its work waits until the conversation is used again. */
  async #schedule(): Promise<void> {
    try {
      await this.#setAlarm();
    } catch (error) {
      log.error('alarm_not_set', { error: describeError(error) });
    }
  }

  async #setAlarm(): Promise<void> {
    const activity = this.#activity();
    if (activity) await this.ctx.storage.setAlarm(nextAlarm(activity, new Date()));
  }

  #activity(): ChatActivity | null {
    const activeAt = this.#stored.activeAt();
    if (activeAt === null) return null;
    const hasSockets = !this.#sockets.isEmpty;
    return {
      activeAt,
      isWriting: this.#answering.isWriting,
      isSynced: this.#stored.isSynced(),
      hasSockets,
      awaitsInsight: hasSockets && this.#stored.current?.insight.status === 'queued',
    };
  }

  #id(): string {
    const id = this.ctx.id.name ?? this.#stored.current?.sessionId;
    if (id === undefined) throw new Error('A chat session must be addressed by name');
    return id;
  }
}

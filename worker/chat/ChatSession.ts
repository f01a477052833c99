/**
 * One conversation about one episode: its sockets, its messages, its count. It is the truth while
 * it lives; D1 follows it, and it can be made again from D1.
 */
import { DurableObject } from 'cloudflare:workers';
import {
  type ServerEvent,
  WS_CLOSE_NOT_YOU,
  WS_CLOSE_SESSION_GONE,
} from '../../schema/wire/chat.ts';
import { isSignedIn } from '../accounts/sessions.ts';
import { assistantFor } from '../assistant/choose-assistant.ts';
import { createDatabase } from '../platform/database.ts';
import { describe, log } from '../platform/logging.ts';
import { TOO_MANY_QUESTIONS } from '../platform/rate-limit.ts';
import { transcriptDeps } from '../transcripts/find-transcript.ts';
import * as rules from './conversation.ts';
import { KeptConversation } from './kept-conversation.ts';
import { loadMaterial } from './load-material.ts';
import { ReplyStream } from './reply-stream.ts';
import { parseEvent, send } from './socket-events.ts';
import { isIdle, nextWake, type Rest } from './wake-time.ts';
import { type Writing, writeAnswer } from './write-answer.ts';

export type AskResult =
  | { status: 'refused'; refusal: rules.Refusal }
  | { status: 'streaming'; stream: ReadableStream<Uint8Array> };

/** What a socket remembers while the object sleeps. */
interface SocketOwner {
  userId: string;
  /** The session of accounts that its handshake came with: it may end before the socket does. */
  signIn: string;
}

/** Tabs and devices at one conversation: what each has not read yet is held for it. */
const MOST_SOCKETS = 50;

export class ChatSession extends DurableObject<Env> {
  /** Who answers; a test may put another in its place. */
  assistant = () => assistantFor(this.env);
  readonly #kept: KeptConversation;
  #writing: Writing | null = null;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#kept = new KeptConversation(ctx.storage, env.DB, () => this.#id());
    for (const { id, error } of this.#kept.recover()) this.#broadcastFailure(id, error ?? '');
  }

  /** Opens a socket for `userId`, whom the Worker has authenticated. The Worker alone calls it. */
  override async fetch(request: Request): Promise<Response> {
    const { searchParams } = new URL(request.url);
    const userId = searchParams.get('userId');
    const opened = await this.#kept.open({ freshInsight: true });
    if (!opened || opened.userId !== userId) return new Response(null, { status: 404 });
    if (this.ctx.getWebSockets().length >= MOST_SOCKETS) return new Response(null, { status: 429 });
    const { 0: client, 1: server } = new WebSocketPair();
    this.ctx.acceptWebSocket(server);
    const owner: SocketOwner = { userId, signIn: searchParams.get('signIn') ?? '' };
    server.serializeAttachment(owner);
    // In one turn with accepting: whatever comes later comes after it, once and in order.
    send(server, rules.sessionEvent(this.#kept.current ?? opened, this.#writing?.text));
    this.#kept.touch();
    await this.#schedule();
    return new Response(null, { status: 101, webSocket: client });
  }

  /** Asks a question of `userId`'s over HTTP; the stream is NDJSON of `ChatReplyChunk`. */
  async ask(userId: string, question: string): Promise<AskResult> {
    const reply = new ReplyStream(this.#id());
    const refusal = await this.#ask(userId, question, reply);
    return refusal ? { status: 'refused', refusal } : { status: 'streaming', stream: reply.stream };
  }

  /** Ends the answer in the making, whoever asked for it; what came of it is kept and counted. */
  stopAnswer(): void {
    this.#writing?.stop.abort();
  }

  override async webSocketMessage(socket: WebSocket, data: string | ArrayBuffer): Promise<void> {
    const event = parseEvent(data);
    const { userId, signIn }: SocketOwner = socket.deserializeAttachment();
    if (event?.type === 'authenticate') {
      if (event.userId !== userId) socket.close(WS_CLOSE_NOT_YOU, 'Signed in as someone else');
      return;
    }
    const opened = await this.#kept.open();
    if (!opened) return socket.close(WS_CLOSE_SESSION_GONE, rules.CONVERSATION_GONE);
    if (!(await isSignedIn(createDatabase(this.env.DB), signIn))) {
      return socket.close(WS_CLOSE_NOT_YOU, 'Signed out');
    }
    if (!event) {
      send(socket, rules.errorEvent(opened, 'bad_request', 'The message is not valid'));
    } else if (event.type === 'stop') {
      this.stopAnswer();
    } else {
      const refusal = await this.#ask(userId, event.message, null);
      if (!refusal) return;
      const { code, message } = refusal;
      send(socket, rules.errorEvent(this.#kept.current ?? opened, code, message));
    }
  }

  override webSocketClose(socket: WebSocket, code: number): void {
    // 1005 and 1006 say that no code came; they cannot be sent back.
    socket.close(code === 1005 || code === 1006 ? 1000 : code);
  }

  override webSocketError(_socket: WebSocket, error: unknown): void {
    log.warn('chat_socket_failed', { error: describe(error) });
  }

  /** How the insight's making goes; `step` of a failed one says why, in words for the reader. */
  async insightNews(news: rules.InsightState): Promise<void> {
    const opened = await this.#kept.open();
    if (!opened || (opened.insight.status === 'done' && news.status !== 'done')) return;
    this.#kept.setInsight(news);
    this.#broadcast(rules.insightEvent(news));
    await this.#schedule();
  }

  /** Forgets everything and closes every socket: the session or its person is being deleted. */
  async deleteSession(): Promise<void> {
    const writing = this.#writing;
    this.#writing = null;
    writing?.stop.abort();
    writing?.reply?.fail('not_found', rules.CONVERSATION_GONE, 0);
    for (const socket of this.ctx.getWebSockets()) {
      socket.close(WS_CLOSE_SESSION_GONE, rules.CONVERSATION_GONE);
    }
    await this.#kept.forget();
  }

  override async alarm(): Promise<void> {
    if ((await this.#kept.sync()) === 'gone') return this.deleteSession();
    if (this.#rest()?.awaitsInsight) await this.#lookForInsight();
    const rest = this.#rest();
    if (rest && isIdle(rest, new Date())) await this.#kept.forget();
    else await this.#schedule();
  }

  /** The word that it is there may have been lost on its way; D1 knows. */
  async #lookForInsight(): Promise<void> {
    const before = this.#kept.current?.insight.status;
    const after = (await this.#kept.open({ freshInsight: true }))?.insight;
    if (after && after.status !== before) this.#broadcast(rules.insightEvent(after));
  }

  /** Takes the question, or says why not. The answer is written after it returns. */
  async #ask(
    userId: string,
    question: string,
    reply: ReplyStream | null,
  ): Promise<rules.Refusal | null> {
    const { success } = await this.env.QUESTION_LIMIT.limit({ key: userId });
    if (!success) return { code: 'too_many_requests', message: TOO_MANY_QUESTIONS };
    await this.#kept.open();
    // From here to the save nothing waits: two last questions at once cannot both pass.
    const conversation = this.#kept.current;
    if (conversation?.userId !== userId) return { code: 'not_found', message: 'Not found' };
    const refusal = rules.refusalOf(conversation);
    if (refusal) return refusal;
    const turn = { id: crypto.randomUUID(), question, createdAt: Date.now() };
    const begun = rules.beginTurn(conversation, turn);
    this.#kept.keepTurn(begun, turn.id);
    const writing = { id: turn.id, question, text: '', stop: new AbortController(), reply };
    this.#writing = writing;
    this.#broadcast({ type: 'chat_message', message: rules.questionMessage(turn) });
    this.ctx.waitUntil(this.#write(begun, writing));
    await this.#schedule();
    return null;
  }

  async #write(begun: rules.Conversation, writing: Writing): Promise<void> {
    let failure: string | null = null;
    try {
      const end = await writeAnswer(
        this.assistant(),
        () => this.#material(begun),
        writing.question,
        rules.earlierExchanges(begun),
        { signal: writing.stop.signal, onPiece: (piece) => this.#piece(writing, piece) },
      );
      const nothing = end === 'stopped' ? rules.ANSWER_STOPPED_EMPTY : rules.ANSWER_FAILED;
      if (writing.text.trim() === '') failure = nothing;
    } catch (error) {
      log.error('answer_failed', { error: describe(error) });
      failure = rules.ANSWER_FAILED;
    }
    const conversation = this.#kept.current;
    // Deleted meanwhile: there is nothing to keep and nobody to tell.
    if (this.#writing !== writing || !conversation) return;
    this.#writing = null;
    if (failure === null) await this.#complete(conversation, writing);
    else this.#fail(conversation, writing, failure);
    await this.#schedule();
  }

  #material({ userId, episodeId }: rules.Conversation) {
    const deps = { db: this.env.DB, transcripts: transcriptDeps(this.env) };
    return loadMaterial(deps, userId, episodeId);
  }

  #piece(writing: Writing, piece: string): void {
    if (this.#writing !== writing) return;
    writing.text += piece;
    this.#broadcast({ type: 'chat_message', message: rules.answerPiece(writing.id, piece) });
    writing.reply?.piece(piece);
  }

  async #complete(conversation: rules.Conversation, { id, text, reply }: Writing): Promise<void> {
    const completed = rules.completeTurn(conversation, id, text);
    this.#kept.keepTurn(completed, id);
    this.#broadcast(rules.completeEvent(completed, id, text));
    reply?.complete(completed.remaining);
    if ((await this.#kept.sync()) === 'gone') await this.deleteSession();
  }

  #fail(conversation: rules.Conversation, { id, reply }: Writing, message: string): void {
    const failed = rules.failTurn(conversation, id, message);
    this.#kept.keepTurn(failed, id);
    this.#broadcastFailure(id, message);
    reply?.fail('answer_failed', message, failed.remaining);
  }

  #broadcastFailure(turnId: string, message: string): void {
    const conversation = this.#kept.current;
    if (!conversation) return;
    this.#broadcast(rules.errorEvent(conversation, 'answer_failed', message, turnId));
  }

  #broadcast(event: ServerEvent): void {
    for (const socket of this.ctx.getWebSockets()) send(socket, event);
  }

  async #schedule(): Promise<void> {
    const rest = this.#rest();
    if (rest) await this.ctx.storage.setAlarm(nextWake(rest, new Date()));
  }

  #rest(): Rest | null {
    const activeAt = this.#kept.activeAt();
    if (activeAt === null) return null;
    const hasSockets = this.ctx.getWebSockets().length > 0;
    return {
      activeAt,
      isWriting: this.#writing !== null,
      isSynced: this.#kept.isSynced(),
      hasSockets,
      awaitsInsight: hasSockets && this.#kept.current?.insight.status === 'queued',
    };
  }

  #id(): string {
    const id = this.ctx.id.name ?? this.#kept.current?.sessionId;
    if (id === undefined) throw new Error('A chat session is reached by its name');
    return id;
  }
}

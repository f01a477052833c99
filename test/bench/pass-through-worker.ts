/**
 * A conversation that makes the same calls as the product's and nothing else: no ranking, no prompt, no
 * checks. Shows how much of a question's time is the local runtime's. Read as text, run in Miniflare.
 */
import { DurableObject } from 'cloudflare:workers';

interface PassThroughEnv {
  DB: D1Database;
  QUESTION_LIMIT: RateLimit;
  OBJECTS: DurableObjectNamespace<PassThroughObject>;
  MODEL_URL: string;
  MODEL_BODY: string;
}

const WATCH_MS = 10_000;

export class PassThroughObject extends DurableObject<PassThroughEnv> {
  constructor(ctx: DurableObjectState, env: PassThroughEnv) {
    super(ctx, env);
    ctx.storage.sql.exec('CREATE TABLE IF NOT EXISTS turns (id TEXT PRIMARY KEY, question TEXT)');
  }

  override async fetch(): Promise<Response> {
    const { 0: client, 1: server } = new WebSocketPair();
    this.ctx.acceptWebSocket(server);
    server.send('{}');
    return new Response(null, { status: 101, webSocket: client });
  }

  override async webSocketMessage(socket: WebSocket, question: string): Promise<void> {
    await this.env.QUESTION_LIMIT.limit({ key: String(this.ctx.id) });
    this.ctx.storage.sql.exec('INSERT INTO turns VALUES (?, ?)', crypto.randomUUID(), question);
    this.ctx.waitUntil(this.#answer(socket));
    await this.ctx.storage.setAlarm(Date.now() + WATCH_MS);
  }

  async #answer(socket: WebSocket): Promise<void> {
    await this.env.DB.prepare('SELECT title FROM podcasts LIMIT 1').all();
    const reply = await fetch(this.env.MODEL_URL, { method: 'POST', body: this.env.MODEL_BODY });
    const stream = reply.body?.pipeThrough(new TextDecoderStream()) ?? [];
    let text = '';
    let isWhole = false;
    for await (const piece of stream) {
      text += piece;
      // As in the product, only whole lines are sent.
      isWhole ||= /"content":"[^\n]*?\\n"/.test(text);
      if (isWhole) socket.send(answer(piece, false));
    }
    socket.send(answer('', true));
  }

  override async alarm(): Promise<void> {}
}

const answer = (content: string, isComplete: boolean) =>
  JSON.stringify({ type: 'chat_message', message: { role: 'assistant', content, isComplete } });

export default {
  fetch: (request, { OBJECTS }) =>
    OBJECTS.getByName(new URL(request.url).searchParams.get('sessionId') ?? '').fetch(request),
} satisfies ExportedHandler<PassThroughEnv>;

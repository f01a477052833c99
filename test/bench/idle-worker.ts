/**
 * The smallest possible conversation object: one hibernating socket, one row, one alarm. Its memory is
 * workerd's own; what ours takes beyond that is ours. Read as text, run in Miniflare.
 */
import { DurableObject } from 'cloudflare:workers';

interface IdleEnv {
  IDLE: DurableObjectNamespace<IdleObject>;
}

export class IdleObject extends DurableObject<IdleEnv> {
  override async fetch(): Promise<Response> {
    const { 0: client, 1: server } = new WebSocketPair();
    this.ctx.acceptWebSocket(server);
    server.send('{}');
    this.ctx.storage.sql.exec('CREATE TABLE IF NOT EXISTS idle (id INTEGER PRIMARY KEY)');
    this.ctx.storage.sql.exec('INSERT INTO idle DEFAULT VALUES');
    await this.ctx.storage.setAlarm(Date.now() + 86_400_000);
    return new Response(null, { status: 101, webSocket: client });
  }

  override async alarm(): Promise<void> {}
}

export default {
  fetch: (request, env) => {
    const name = new URL(request.url).searchParams.get('sessionId') ?? '';
    return env.IDLE.getByName(name).fetch(request);
  },
} satisfies ExportedHandler<IdleEnv>;

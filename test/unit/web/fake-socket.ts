/** Sockets that open, break and end as a test says. Stub `WebSocket` with it. */
import { act } from '../../support/render-hook.ts';

export class FakeSocket extends EventTarget {
  static readonly OPEN = 1;
  static made: FakeSocket[] = [];
  readyState = 0;
  readonly sent: string[] = [];
  readonly url: string;
  constructor(url: string) {
    super();
    this.url = url;
    FakeSocket.made.push(this);
  }
  send(text: string) {
    this.sent.push(text);
  }
  close(code = 1000) {
    this.#end(code);
  }
  /** What the other side does, and what the hook makes of it. */
  opens = () =>
    act(async () => {
      this.readyState = FakeSocket.OPEN;
      this.dispatchEvent(new Event('open'));
    });
  tells = (text: string) =>
    act(async () => {
      this.dispatchEvent(new MessageEvent('message', { data: text }));
    });
  ends = (code: number) => act(async () => this.#end(code));
  #end(code: number) {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.dispatchEvent(new CloseEvent('close', { code }));
  }
}

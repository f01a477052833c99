/** An assistant that says what a test tells it to, when the test does. */
import { runInDurableObject } from 'cloudflare:test';
import type { Assistant } from '../../../worker/assistant/assistant.ts';
import { createEmbeddedAssistant } from '../../../worker/assistant/embedded/embedded-assistant.ts';
import type { AnswerPart } from '../../../worker/assistant/evidence.ts';
import type { ChatSession } from '../../../worker/chat/ChatSession.ts';
import { sessionStub } from './people.ts';

const STAND_IN = Symbol('stands in for the model');

export class SlowAssistant {
  readonly questions: string[] = [];
  readonly #pieces: (string | Error | typeof STAND_IN | null)[] = [];

  say(piece: string): void {
    this.#pieces.push(piece);
  }

  finish(): void {
    this.#pieces.push(null);
  }

  fail(): void {
    this.#pieces.push(new Error('the model broke'));
  }

  /** What follows stands in for the model's own answer. */
  standIn(): void {
    this.#pieces.push(STAND_IN);
  }

  async *#answer(question: string): AsyncGenerator<AnswerPart> {
    this.questions.push(question);
    for (;;) {
      const piece = this.#pieces.shift();
      if (piece === null) return;
      if (piece instanceof Error) throw piece;
      if (piece === STAND_IN) yield { type: 'stand-in', hasBegun: false };
      else if (piece !== undefined) yield { type: 'text', text: piece };
      // Polls, because a promise that the test resolves can't wake another object.
      else await scheduler.wait(5);
    }
  }

  /** Replaces the assistant of one conversation until its object is evicted. */
  async answersIn(sessionId: string): Promise<this> {
    const assistant: Assistant = {
      ...createEmbeddedAssistant(),
      answer: (_episode, question) => this.#answer(question),
      answerAcross: (_episodes, question) => this.#answer(question),
    };
    await runInDurableObject(sessionStub(sessionId), (session: ChatSession) => {
      session.assistant = () => assistant;
    });
    return this;
  }
}

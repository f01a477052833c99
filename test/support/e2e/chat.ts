/** Finds and uses the chat overlay. */
import { expect, type Locator, type Page } from '@playwright/test';
import { watchSocket } from './live-socket.ts';
import { EPISODE, episodeOf, makeSession, type SubscribedPerson } from './people.ts';
import { readyChat } from './screen.ts';

export const GREETING =
  "I'm ready to discuss this podcast with you! What would you like to know about it?";
export const PREPARING_ANSWER = 'Analyzing transcript and preparing response...';
export const NO_TRANSCRIPT =
  "Sorry, I couldn't analyze this podcast because the transcript isn't available. Please try another episode or contact support if you believe this is an error.";
export const QUESTION = 'What is said about dashboards?';

export const INSIGHTS = /^\/api\/podcasts\/episodes\/[^/]+\/insights$/;
export const TRANSCRIPT = /^\/api\/podcasts\/episodes\/[^/]+\/transcript$/;
export const CHAT = /^\/api\/podcasts\/episodes\/[^/]+\/chat$/;

export const input = (chat: Locator) => chat.getByRole('textbox');
export const send = (chat: Locator) => chat.getByRole('button', { name: 'Send', exact: true });
export const close = (chat: Locator) => chat.getByRole('button', { name: 'Close', exact: true });
export const toggle = (chat: Locator) => chat.getByRole('button', { name: 'Episode', exact: true });
/** `role` is `user`, `assistant` or `system`. */
export const messagesBy = (chat: Locator, role: string) =>
  chat.locator(`[data-role="${role}"]:not(.message-awaiting)`);

/** Opens an episode's chat through its link, with or without an existing session. */
export async function goToChat(
  page: Page,
  reader: SubscribedPerson,
  title: string,
  hasSession = true,
) {
  const { id } = episodeOf(reader, title);
  const session = hasSession ? await makeSession(page.request, id) : null;
  await page.goto(`/podcasts?episode=${id}${session ? `&chat=${session.id}` : ''}`);
  return session;
}

export async function openedChat(page: Page, reader: SubscribedPerson, title = EPISODE) {
  await goToChat(page, reader, title);
  const chat = await readyChat(page);
  await expect(input(chat)).toBeEnabled();
  return chat;
}

/** The same, with control over the live connection. */
export async function openedLiveChat(page: Page, reader: SubscribedPerson) {
  const live = await watchSocket(page);
  const chat = await openedChat(page, reader);
  await live.told;
  return { live, chat };
}

export async function askOnScreen(chat: Locator, question = QUESTION) {
  await input(chat).fill(question);
  await send(chat).click();
}

/**
 * Expects the question to stand where it was typed and not to be counted; asks it again, and expects its
 * answer.
 *
 * @param left the questions that are left before it is asked again
 */
export async function expectAskable(chat: Locator, left = 10) {
  await expect(input(chat)).toHaveValue(QUESTION, { timeout: 20_000 });
  await expect(input(chat)).toBeEnabled();
  await expect(chat.getByText(`${left} follow-up questions remaining`)).toBeVisible();
  const answers = await messagesBy(chat, 'assistant').count();
  await send(chat).click();
  await expect(messagesBy(chat, 'assistant')).toHaveCount(answers + 1);
  await expect(chat.getByText(`${left - 1} follow-up questions remaining`)).toBeVisible();
  await expect(input(chat)).toHaveValue('');
}

/** Records each step that the opening dialog shows from now on; some are too short to observe. */
export async function watchOpeningSteps(page: Page): Promise<Set<string>> {
  const steps = new Set<string>();
  await page.exposeFunction('note', (step: string) => void steps.add(step));
  await page.addInitScript(() => {
    const { note } = window as unknown as { note: (step: string) => void };
    new MutationObserver(() => {
      const status = document.querySelector('.opening-dialog [role="status"]');
      if (status) note(status.textContent);
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  return steps;
}

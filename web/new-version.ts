import { servedHtml } from './ui/load-page-again.ts';

/** This script's address; every version of the app has its own. */
const OWN_PATH = new URL(import.meta.url).pathname;

/**
 * Reloads the page if a script or style is missing because a newer version was deployed. Does nothing
 * offline, where each failed part shows its own error.
 */
export function watchForNewVersion(): void {
  window.addEventListener('vite:preloadError', () => {
    void servedHtml().then((html) => {
      if (html !== null && !html.includes(OWN_PATH)) window.location.reload();
    });
  });
}

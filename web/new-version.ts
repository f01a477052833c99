/** This script's own address: another version of the app has another one. */
const OWN_PATH = new URL(import.meta.url).pathname;

/**
 * Loads the page again where a script or style is missing because a newer version has taken this
 * one's place. Without a connection there is nothing to load: what failed says so itself.
 */
export function watchForNewVersion(): void {
  window.addEventListener('vite:preloadError', () => {
    fetch('/', { cache: 'no-store' })
      .then((reply) => (reply.ok ? reply.text() : OWN_PATH))
      .then((html) => {
        if (!html.includes(OWN_PATH)) window.location.reload();
      })
      .catch(() => {});
  });
}

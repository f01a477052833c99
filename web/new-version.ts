/** This script's address; every version of the app has its own. */
const OWN_PATH = new URL(import.meta.url).pathname;

/**
 * Reloads the page if a script or style is missing because a newer version was deployed. Does nothing
 * offline, where each failed part shows its own error.
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

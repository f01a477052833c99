// Runs before the first paint, so that nobody sees the other theme, or another page, flash by.
(() => {
  const { classList } = document.documentElement;
  let chosen = null;
  try {
    chosen = localStorage.getItem('dripcast.theme');
  } catch {
    // Storage may be forbidden: then the system decides.
  }
  if (document.cookie.includes('dripcast_signed_in=1')) classList.add('was-logged-in');
  const dark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  classList.add(dark ? 'dark' : 'light');
  // The landing page's HTML answers every path that has none of its own.
  if (location.pathname !== '/') classList.add('not-home');
})();

/**
 * Imports a module that a press asks for. Many browsers remember that an import failed and never fetch that
 * address again while the page is open, so a second attempt goes to an address of its own.
 *
 * @param load calls `import()` with a literal path, which the build needs to see
 * @throws what the import throws, if both attempts fail or the browser does not name the address
 */
export async function loadModule<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    const address = /https?:\S+\.js/.exec(String(error))?.[0];
    if (!address) throw error;
    return import(/* @vite-ignore */ `${address}?${Date.now()}`);
  }
}

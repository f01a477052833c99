/**
 * Zod as the build of the web app imports it: without trying out `eval`, which our Content Security Policy
 * refuses and Firefox reports on every screen.
 */
import { config, z } from 'zod/v4';

config({ jitless: true });

export { z };

import { createMiddleware } from 'hono/factory';

const storing = new WeakSet<Request>();

/**
 * For GET routes that may store something that the search must index, such as a transcript that nobody has
 * read before. Other methods are expected to.
 */
export const mayStore = createMiddleware(async (c, next) => {
  storing.add(c.req.raw);
  await next();
});

/** Whether something may have been stored, once a request has been answered. */
export const mayHaveStored = (request: Request): boolean =>
  request.method !== 'GET' || storing.has(request);

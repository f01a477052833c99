import { type Handler, Parser } from 'htmlparser2';

/** The parser moves its whole list of open elements for each tag, so their number is limited. */
const MAX_OPEN = 250;
/** More than real pages have; a malicious megabyte could have 300,000. */
const MAX_TAGS = 100_000;

/**
 * Parses untrusted HTML in linear time, however deeply it is nested. Once too many elements are open, a new
 * parser reads the rest, and the open ones are never reported as closed. Stops after `MAX_TAGS` elements.
 */
export function readHtml(html: string, handler: Partial<Handler>): void {
  let tags = 0;
  for (let start = 0; start < html.length && tags < MAX_TAGS; ) {
    let open = 0;
    const parser = new Parser({
      ...handler,
      onopentag(...tag) {
        handler.onopentag?.(...tag);
        open += 1;
        tags += 1;
        if (open > MAX_OPEN || tags >= MAX_TAGS) parser.pause();
      },
      onclosetag(...tag) {
        open -= 1;
        handler.onclosetag?.(...tag);
      },
    });
    parser.end(html.slice(start));
    if (open <= MAX_OPEN) return;
    start += parser.endIndex + 1;
  }
}

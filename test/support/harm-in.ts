/** Finds harmful markup in HTML with an independent parser. */
import { Parser } from 'htmlparser2';

const PLAIN = new Set(
  (
    'a b blockquote br code dd del details div dl dt em h1 h2 h3 h4 h5 h6 hr i ins kbd li ol p pre q ' +
    'rp rt ruby s samp section span strike strong sub summary sup table tbody td tfoot th thead tr ' +
    'tt ul var'
  ).split(' '),
);
const LOADS =
  /^(?:on.*|style|src|srcset|srcdoc|action|formaction|background|poster|data|xlink:href)$/;
const SAFE_LINKS = new Set(['http:', 'https:', 'mailto:']);

/** As a browser reads it, with white space. */
function isSafeLink(href: string): boolean {
  const page = 'https://dripcast.test/library';
  return !URL.canParse(href, page) || SAFE_LINKS.has(new URL(href, page).protocol);
}

/** @param ours elements that the screen itself adds */
export function harmIn(html: string, ours: readonly string[] = []): string[] {
  const harm: string[] = [];
  const parser = new Parser({
    onopentag(name, attributes) {
      if (!PLAIN.has(name) && !ours.includes(name)) harm.push(`<${name}>`);
      for (const [attribute, value] of Object.entries(attributes)) {
        if (LOADS.test(attribute)) harm.push(`<${name} ${attribute}="${value}">`);
        if (attribute === 'href' && !isSafeLink(value)) harm.push(`<${name} href="${value}">`);
      }
    },
  });
  parser.end(html);
  return harm;
}

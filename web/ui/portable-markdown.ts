/** Markdown for use outside the app: its links into the app are absolute. */
/** A link or image destination that is a path. */
const PATH_LINK = /(\]\()(\/(?!\/)[^)\s]*)(?=[)\s])/g;

/** Fenced and inline code, whose text isn't Markdown. */
const CODE = /(^ {0,3}(?:```|~~~)[\s\S]*?^ {0,3}(?:```|~~~)[^\n]*$|(`+)(?!`)[\s\S]*?[^`]\2(?!`))/gm;

/** Replaces everything except code. */
function outsideCode(markdown: string, replace: (text: string) => string): string {
  let result = '';
  let from = 0;
  for (const match of markdown.matchAll(CODE)) {
    result += replace(markdown.slice(from, match.index)) + match[0];
    from = match.index + match[0].length;
  }
  return result + replace(markdown.slice(from));
}

/** Makes links to paths of the app absolute. */
export function withAbsoluteLinks(markdown: string, origin: string): string {
  return outsideCode(markdown, (text) => text.replace(PATH_LINK, `$1${origin}$2`));
}

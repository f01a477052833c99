/**
 * What people save as HTML that is safe to put on a page. Insights are Markdown from an assistant
 * or HTML from an older save; both are outside text, so everything not on the list of plain
 * formatting goes.
 */
import { encode } from 'html-entities';
import rehypeRaw from 'rehype-raw';
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';

/** GitHub's list without pictures: a saved text must not call on other servers. */
const schema = {
  ...defaultSchema,
  tagNames: (defaultSchema.tagNames ?? []).filter(
    (name) => !['img', 'picture', 'source', 'input'].includes(name),
  ),
  protocols: { ...defaultSchema.protocols, href: ['http', 'https', 'mailto'] },
};

const renderer = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkRehype, { allowDangerousHtml: true })
  .use(rehypeRaw)
  .use(rehypeSanitize, schema)
  .use(rehypeStringify)
  .freeze();

/** Markdown or HTML in, sanitised HTML out. */
export function renderInsight(insight: string): string {
  try {
    return String(renderer.processSync(insight));
  } catch (error) {
    // Marks nested by the thousand exhaust the stack; they were not written to be seen as marks.
    if (!(error instanceof RangeError)) throw error;
    return `<p>${encode(insight)}</p>`;
  }
}

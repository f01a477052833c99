/** The notes for Obsidian and Logseq, read back by somebody else's readers. */
import matter from 'gray-matter';
import MarkdownIt from 'markdown-it';
import { Mldoc } from 'mldoc';
import { describe, expect, test } from 'vitest';
import { logseqPage } from '../../../worker/transfers/export/formats/logseq.ts';
import { obsidianFile } from '../../../worker/transfers/export/formats/obsidian.ts';
import type { Thing } from '../../../worker/transfers/export/load-things.ts';
import { harmIn } from '../../support/harm-in.ts';
import { hostileChunks } from '../../support/hostile-texts.ts';
import {
  aConversation,
  aMoment,
  anEpisode,
  anInsight,
  EPISODE_ID,
  each,
  ORIGIN,
  textOf,
} from './things.ts';

const PLACE = `${ORIGIN}/podcasts?episode=${EPISODE_ID}&at=754`;

const markdown = new MarkdownIt({ html: true });
markdown.validateLink = () => true;

const things = (): Thing[] => [
  anInsight('## Points\n\n- Prices rose. [12:34]\n- Then fell.', {
    tags: ['pricing', 'Big idea', '2026'],
    notes: 'Ask Ada\n#follow up',
  }),
  aConversation([['Why?', 'Because of [12:34] demand.']]),
];

const TAGS = ['pricing', 'Big idea', '2026'];

const obsidian = (episode = anEpisode(), of = things()) =>
  textOf(obsidianFile(episode, each(...of), { origin: ORIGIN, tags: TAGS }));
const logseq = (episode = anEpisode(), of = things()) =>
  textOf(logseqPage('Raising prices', episode, each(...of), { origin: ORIGIN, tags: TAGS }));

/** Of an insight, its note and a conversation, with this text each: a note without a visible one is none. */
const blocksOf = (text: string) => (/^[\s\p{Cc}]*$/u.test(text) ? 2 : 3);

describe('Obsidian', () => {
  test('has the front matter, a block with a stable id for each thing, and links back', async () => {
    const file = await obsidian();
    const { data, content } = matter(file);
    expect(data).toEqual({
      title: 'Raising prices',
      podcast: 'Talk of Work',
      published: new Date('2026-10-05'),
      episode_url: 'https://show.test/1',
      audio_url: 'https://show.test/1.mp3',
      tags: ['hr', 'pricing', 'Big-idea', 'tag-2026'],
    });
    expect(content.match(/^\^[\w-]+$/gm)).toEqual([
      '^insight-7a0e8a52-3a0e-4c2a-9d3e-6c1f0a4b7c13',
      '^note-7a0e8a52-3a0e-4c2a-9d3e-6c1f0a4b7c13',
      '^conversation-9c0e8a52-3a0e-4c2a-9d3e-6c1f0a4b7c14',
    ]);
    expect(content.split(`[12:34](${PLACE})`)).toHaveLength(3);
    expect(content).toContain(`(${ORIGIN}/library?insight=7a0e8a52-3a0e-4c2a-9d3e-6c1f0a4b7c13)`);
    expect(content).toContain('\\#follow up');
    expect(await obsidian()).toBe(file);
  });

  test('has no command of a plug-in in its front matter', async () => {
    const file = await obsidian(anEpisode({ title: 'Ep <% tp.file.title %>' }));
    expect(file).toContain('title: "Ep \\u003c% tp.file.title %>"');
    expect(matter(file).data).toMatchObject({ title: 'Ep <% tp.file.title %>' });
    expect(file).not.toMatch(/(?<!\\)<%/);
  });

  test('says of a podcast without a date or addresses that there are none', async () => {
    const episode = anEpisode({ publishedAt: null, link: null, audioUrl: null });
    expect(matter(await obsidian(episode)).data).toMatchObject({
      published: null,
      episode_url: '',
      audio_url: '',
    });
  });

  test('takes characters that YAML refuses', async () => {
    const title = 'one\u2028two\u0085three\ufeff';
    expect(await obsidian(anEpisode({ title }))).toContain(
      'title: "one\\u2028two\\u0085three\\ufeff"',
    );
    expect(matter(await obsidian(anEpisode({ title }))).data.title).toBe(title);
  });

  test('a conversation about all podcasts has a file of its own, whose times lead nowhere', async () => {
    const about = aConversation([['Who?', 'Ada said [0:10] so.']], { episodeId: null });
    const file = await textOf(obsidianFile(null, each(about), { origin: ORIGIN, tags: [] }));
    expect(matter(file).data).toEqual({ title: 'Conversations about all podcasts' });
    expect(file).toContain('\\[0:10\\]');
    expect(file).toContain(`${ORIGIN}/tools?tool=ask&chat=${about.id}`);
  });

  test.each(hostileChunks('sec-'))(
    'hostile titles, texts, tags and notes stay what they are: $name',
    async ({ texts }) => {
      for (const text of texts) {
        const episode = anEpisode({ title: text, podcastTitle: text, link: text });
        const hostile = [
          anInsight(text, { notes: text, tags: [text] }),
          aConversation([[text, text]]),
        ];
        const file = await textOf(
          obsidianFile(episode, each(...hostile), { origin: ORIGIN, tags: [text] }),
        );
        const { data, content } = matter(file);
        expect(data.title).toBe(text.toWellFormed());
        expect(data.podcast).toBe(text.toWellFormed());
        expect(content.match(/^\^[\w-]+$/gm), text).toHaveLength(blocksOf(text));
        expect(harmIn(markdown.render(content)), text).toEqual([]);
        for (const tag of data.tags) expect(tag, text).toMatch(/^[\p{L}\p{M}\p{N}_-]+$/u);
      }
    },
  );
});

describe('a moment', () => {
  const moment = aMoment('We raised *the* price.', { note: 'Ask Ada' });

  test('is a block with its words, its speaker and its place, and a note of its own', async () => {
    const file = await obsidian(anEpisode(), [moment]);
    expect(file.match(/^\^[\w-]+$/gm)).toEqual([`^moment-${moment.id}`, `^note-${moment.id}`]);
    expect(file).toContain(`> “We raised \\*the\\* price.”\n>\n> — Ada\n>\n> [12:34](${PLACE})`);
    const page = await logseq(anEpisode(), [moment]);
    expect(page).toContain(`id:: ${moment.id}`);
    expect(page).toContain(`link:: ${PLACE}`);
  });

  test('without a transcript is a block with its place alone', async () => {
    const bare = { ...moment, text: '', speaker: null };
    expect(await obsidian(anEpisode(), [bare])).toContain(
      `> [!quote] Moment, 2026-11-04\n> [12:34](${PLACE})\n`,
    );
  });
});

const LOGSEQ_SETTINGS = JSON.stringify({
  toc: false,
  parse_outline_only: false,
  heading_number: false,
  keep_line_break: true,
  format: 'Markdown',
  heading_to_list: false,
  exporting_keep_properties: true,
  inline_type_with_pos: false,
  inline_skip_macro: false,
  hiccup_in_block: true,
  export_md_indent_style: 'dashes',
  export_md_remove_options: [],
});

/** A page as Logseq's own parser reads it: the blocks by their level, with their properties. */
function readLogseq(page: string) {
  const parsed: [[type: string, value: unknown]][] = JSON.parse(
    Mldoc.parseJson(page, LOGSEQ_SETTINGS),
  );
  const drawers: Record<string, string>[] = [];
  const levels: number[] = [];
  for (const [[type, value]] of parsed) {
    if (type === 'Property_Drawer') {
      drawers.push(
        Object.fromEntries((value as [string, string][]).map(([key, text]) => [key, text])),
      );
    }
    if (type === 'Heading') levels.push((value as { level: number }).level);
  }
  return { drawers, levels };
}

describe('Logseq', () => {
  test('has page properties, and a block with a stable id for each thing', async () => {
    const page = await logseq();
    const { drawers, levels } = readLogseq(page);
    expect(drawers[0]).toEqual({
      title: 'Raising prices',
      podcast: 'Talk of Work',
      published: '2026-10-05',
      episode_url: 'https://show.test/1',
      audio_url: 'https://show.test/1.mp3',
      tags: 'hr, pricing, Big-idea, tag-2026',
    });
    const blocks = drawers.filter(({ id }) => id !== undefined);
    expect(blocks.map(({ id, kind }) => [id, kind])).toEqual([
      ['7a0e8a52-3a0e-4c2a-9d3e-6c1f0a4b7c13', 'insight'],
      [expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/), 'note'],
      ['9c0e8a52-3a0e-4c2a-9d3e-6c1f0a4b7c14', 'conversation'],
    ]);
    expect(levels.filter((level) => level === 1)).toHaveLength(4);
    expect(page.split(`[12:34](${PLACE})`)).toHaveLength(3);
    expect(await logseq()).toBe(page);
  });

  test('says of a podcast without a date that there is none', async () => {
    const { drawers } = readLogseq(await logseq(anEpisode({ publishedAt: null })));
    expect(drawers[0]).toMatchObject({ published: '' });
  });

  test.each([
    '![x](https://tracker.test/x.png)',
    '[:img {:src "https://tracker.test/x.png"}]',
    '{{renderer :x}} [[page]] ((block)) #tag @@html: <b>@@',
  ])('the names of a podcast and its host are only text: %s', async (name) => {
    const page = await logseq(anEpisode({ podcastTitle: name, author: name }));
    const { podcast = '', author = '' } = readLogseq(page).drawers[0] ?? {};
    for (const value of [podcast, author]) {
      const parts: [string, unknown][] = JSON.parse(Mldoc.parseInlineJson(value, LOGSEQ_SETTINGS));
      // An address alone is a link, which loads nothing.
      const isText = parts.every(([kind]) => kind === 'Plain' || kind === 'Link');
      expect(isText, value).toBe(true);
      expect(value).not.toContain('![');
    }
  });

  test.each([
    {
      name: 'ours',
      texts: [
        'id:: x\nkind:: y',
        '- a\n- b',
        '# a\n\n- b',
        '\u0001',
        '    ```text:',
        '~~~~\n ~~~\n~~~~',
        '````\n```\nx\n````\n\n- y',
      ],
    },
    ...hostileChunks('sec-'),
  ])('hostile texts make no block, property or id of their own: $name', async ({ texts }) => {
    for (const text of texts) {
      const episode = anEpisode({ title: text, podcastTitle: text, link: text, audioUrl: text });
      const hostile = [
        anInsight(text, { notes: text, tags: [text] }),
        aConversation([[text, text]]),
      ];
      const page = await logseq(episode, hostile);
      const { drawers, levels } = readLogseq(page);
      expect(
        drawers.filter(({ id }) => id !== undefined),
        text,
      ).toHaveLength(blocksOf(text));
      expect(Object.keys(drawers[0] ?? {}), text).toContain('title');
      expect(
        levels.filter((level) => level === 1),
        text,
      ).toHaveLength(1 + blocksOf(text));
    }
  });
});

import { env } from 'cloudflare:workers';
import { describe, expect, test, vi } from 'vitest';
import { placeOf } from '../../../worker/assistant/evidence.ts';
import { insightMarkdown } from '../../../worker/assistant/markdown.ts';
import { INVENTED } from '../../support/model-words.ts';
import { BREAD_LINES } from '../../unit/assistant/fixtures.ts';
import { LINES } from '../chat/people.ts';
import { episodeOf, NOBODY, storedEpisode } from './episodes.ts';
import { assistantOf, reciting } from './models.ts';

const kindOf = (request: { response_format?: { json_schema?: { name?: string } } }) =>
  request.response_format?.json_schema?.name;

/** A note for each line in its own words, so that all pass the check. */
const NOTES = LINES.map(({ text }, line) => ({
  ...{ kind: line === 5 ? ' Advice' : 'opinion', statement: text, lines: [line], quotation: text },
}));
const NOTED = { notes: NOTES, topics: [{ title: 'Pricing a new product', line: 0 }] };
const CHOICE = {
  gist: [{ text: 'Ben raised the price to 4,200 euros a year.', notes: [1] }],
  takeaways: [1, 3],
  actions: [5],
  quotations: [7],
  topics: [0],
};
const NURSE = { industry: 'Health', role: 'Nurse', goals: null };
const asJson = (replies: unknown[]) => replies.map((reply) => JSON.stringify(reply));
const quotationsOf = (statements: { evidence: { quotation: string }[] }[]) =>
  statements.flatMap(({ evidence }) => evidence.map(({ quotation }) => quotation));
const said = (...lines: number[]) => lines.map((line) => LINES[line]?.text);

describe('what a model leaves out of an insight', () => {
  test('comes from the episode, section by section', async () => {
    const starter = 'A starter is a culture of wild yeast and bacteria';
    const note = { kind: 'claim', statement: starter, lines: [3], quotation: starter };
    const gist = [{ text: 'A starter is a culture of yeast and bacteria.', notes: [0] }];
    const short = { gist, takeaways: [], actions: [], quotations: [], topics: [] };
    const { assistant } = await reciting(asJson([{ notes: [note], topics: [] }, short]));
    const bread = episodeOf(BREAD_LINES);
    const { result, isStandIn } = await assistant.writeInsight(bread, NOBODY, {});
    expect(isStandIn).toBe(false);
    expect(result.gist.map(({ text }) => text)).toEqual([gist[0]?.text]);
    for (const section of ['takeaways', 'actions', 'quotations', 'topics'] as const) {
      expect(result[section].length, section).toBeGreaterThan(0);
    }
    const whole = await reciting(asJson([NOTED, CHOICE]));
    const { result: own } = await whole.assistant.writeInsight(episodeOf(), NOBODY, {});
    expect(quotationsOf(own.takeaways)).toEqual(said(1, 3));
    expect(quotationsOf(own.actions)).toEqual(said(5));
    expect(own.quotations.map(({ quotation }) => quotation)).toEqual(said(7));
    const evidence = {
      lineIds: [0],
      quotation: 'Today we talk about pricing a new product for small hospitals.',
    };
    expect(own.topics).toEqual([{ title: 'Pricing a new product', evidence }]);
    const mute = await reciting(asJson([NOTED, { ...CHOICE, gist: [] }]));
    const { result: rest } = await mute.assistant.writeInsight(episodeOf(), NOBODY, {});
    expect(rest.gist.length).toBeGreaterThan(0);
    expect(quotationsOf(rest.takeaways)).toEqual(said(1, 3));
    const { gist: _, topics: __, ...some } = CHOICE;
    const forgetful = await reciting(asJson([NOTED, some]));
    const filled = await forgetful.assistant.writeInsight(episodeOf(), NOBODY, {});
    expect(filled.isStandIn).toBe(false);
    expect(filled.result.gist.length).toBeGreaterThan(0);
    expect(quotationsOf(filled.result.takeaways)).toEqual(said(1, 3));
  });

  test('is no insight of a model if it is everything', async () => {
    const none = { gist: [], takeaways: [], actions: [], quotations: [], topics: [0] };
    for (const reply of [none, {}]) {
      const { assistant } = await reciting(asJson([NOTED, reply]));
      const { isStandIn } = await assistant.writeInsight(episodeOf(), NOBODY, {});
      expect(isStandIn).toBe(true);
    }
  });

  test('is the first note of each sentence if none of its sentences holds', async () => {
    const gist = [
      { text: INVENTED, notes: [3, 1] },
      { text: 'Nobody ever paid 12 euros.', notes: [1] },
    ];
    const { assistant } = await reciting(asJson([NOTED, { ...CHOICE, gist }]));
    const { result } = await assistant.writeInsight(episodeOf(), NOBODY, {});
    expect(result.gist.map(({ text }) => text)).toEqual(said(3, 1));
  });

  test('of what fits the reader is what fits everybody', async () => {
    const none = { takeaways: [], actions: [] };
    for (const replies of [
      asJson([NOTED, CHOICE, none]),
      // The model is asked twice for JSON.
      [...asJson([NOTED, CHOICE]), 'no JSON', 'no JSON'],
    ]) {
      const { assistant } = await reciting(replies);
      const { result, isStandIn } = await assistant.writeInsight(episodeOf(), NURSE, {});
      expect(isStandIn).toBe(false);
      expect(quotationsOf(result.takeaways)).toEqual(said(1, 3));
      expect(quotationsOf(result.actions)).toEqual(said(5));
    }
  });
});

describe('an insight for a reader', () => {
  test('has each note once, with a reason only if it is short and of the profile', async () => {
    const because = 'because you work as Nurse';
    const takeaways = [
      { note: 999, because },
      { note: 0, because },
      { note: 0, because },
      // The candidates begin with the takeaways and actions of all.
      { note: 1, because: `${because}${' and care for people'.repeat(4)}` },
      { note: 2, because: 'because you like tea' },
      { note: 3, because: 'because you rob a Nurse' },
      { note: 4, because: 'because you are not a Nurse' },
    ];
    const { assistant } = await reciting(asJson([NOTED, CHOICE, { takeaways, actions: [] }]));
    const { result } = await assistant.writeInsight(episodeOf(), NURSE, {});
    expect(result.takeaways.map((one) => [one.text, one.because])).toEqual([
      [LINES[1]?.text, because],
      [LINES[3]?.text, undefined],
      [LINES[5]?.text, undefined],
      [expect.any(String), undefined],
      [expect.any(String), undefined],
    ]);
  });

  test('that is called off while it is chosen is not written', async () => {
    const { assistant } = await reciting(asJson([NOTED, CHOICE, {}]));
    const stop = new AbortController();
    const written = assistant.writeInsight(episodeOf(), NURSE, {
      signal: stop.signal,
      onProgress: (percent) => {
        if (percent === 90) stop.abort();
      },
    });
    await expect(written).rejects.toMatchObject({ failure: 'aborted' });
  });
});

describe('notes', () => {
  const wrong = { ...NOTES[7], quotation: 'ours is nine percent' };
  const notes = [...NOTES.slice(0, 7), wrong];

  test('that do not hold are taken once more, and left out if that fails', async () => {
    const choice = { ...CHOICE, takeaways: [7] };
    const mended = await reciting(asJson([{ notes, topics: [] }, NOTED, choice]));
    const { result } = await mended.assistant.writeInsight(episodeOf(), NOBODY, {});
    const [, second] = await mended.requests();
    expect(second?.messages.at(-1)?.content).toContain('does not stand word for word');
    // The corrected notes come after those that passed at once.
    expect(quotationsOf(result.takeaways)).toEqual(said(0));

    const failing = [...asJson([{ notes, topics: [] }]), 'no JSON', 'no JSON', ...asJson([CHOICE])];
    const { assistant } = await reciting(failing);
    const left = await assistant.writeInsight(episodeOf(), NOBODY, {});
    expect(left.isStandIn).toBe(false);
    expect(quotationsOf(left.result.takeaways)).toEqual(said(1, 3));
  });

  test('need not be kept: without them the insight is written all the same', async () => {
    const broken = {
      get: () => Promise.reject(new Error('R2 is down')),
      put: () => Promise.reject(new Error('R2 is down')),
    } as unknown as R2Bucket;
    const { assistant } = await reciting(asJson([NOTED, CHOICE]), { notes: broken });
    const { result, isStandIn } = await assistant.writeInsight(episodeOf(), NOBODY, {});
    expect(isStandIn).toBe(false);
    expect(quotationsOf(result.takeaways)).toEqual(said(1, 3));
  });
});

describe('an insight of a model', () => {
  test('without a transcript needs none', async () => {
    const { assistant, requests } = assistantOf('fails');
    const { result, isStandIn } = await assistant.writeInsight(episodeOf([]), NOBODY, {});
    expect(isStandIn).toBe(false);
    expect(result.note).toContain('no transcript');
    expect(await requests()).toEqual([]);
  });

  test('consists of statements that hold, each with its place', async () => {
    const { assistant } = assistantOf('answers');
    const { result, isStandIn } = await assistant.writeInsight(episodeOf(), NOBODY, {});
    expect(isStandIn).toBe(false);
    const statements = [...result.gist, ...result.takeaways, ...result.actions];
    expect(statements.length).toBeGreaterThan(4);
    for (const evidence of statements.flatMap((one) => one.evidence)) {
      expect(placeOf(LINES, evidence)).not.toBeNull();
    }
    const text = insightMarkdown(result, LINES);
    expect(text).toContain('## Key takeaways');
    expect(text).toContain('[0:20]');
    expect(text).not.toContain(INVENTED);
    expect(text).toContain('> “Welcome. Today we talk about pricing');
  });

  test('of a long episode is made of notes on all of it, with progress that only grows', async () => {
    const episode = await storedEpisode(120);
    const { assistant, requests } = assistantOf('answers');
    const onProgress = vi.fn();
    await assistant.writeInsight(episode, NOBODY, { onProgress });
    const asked = await requests();
    const parts = asked.filter((request) => request.messages[1]?.content.includes('Take 8 to 14'));
    expect(parts.length).toBeGreaterThan(2);
    const read = parts.flatMap(({ messages }) => messages[1]?.content.match(/^\d+ \w+: /gm) ?? []);
    expect(new Set(read).size).toBe(episode.lines.length);
    for (const { messages } of parts) {
      expect((messages[1]?.content.length ?? 0) / 3.5).toBeLessThan(7_000);
    }
    const steps = onProgress.mock.calls.map(([percent]) => percent);
    expect(steps).toEqual([...steps].sort((a, b) => a - b));
    expect(onProgress.mock.calls.map(([, step]) => step)).toContain(
      `Reading part 2 of ${parts.length}`,
    );
  });

  test('is read once for all readers: another profile costs one small call', async () => {
    const episode = await storedEpisode(60);
    const { assistant, requests } = assistantOf('answers');
    const shared = await assistant.writeInsight(episode, NOBODY, {});
    const before = (await requests()).length;
    const nurse = { industry: 'Health', role: 'Nurse', goals: null };
    const { result } = await assistant.writeInsight(episode, nurse, {});
    const asked = (await requests()).slice(before);
    expect(asked.map(kindOf)).toEqual(['reader']);
    expect(asked[0]?.messages.map(({ content }) => content).join('').length).toBeLessThan(12_000);
    expect(result.takeaways[0]?.because).toBe('because you work as Nurse');
    expect(result.takeaways).not.toEqual(shared.result.takeaways);
    // A reason that isn't from the profile isn't shown.
    expect(result.actions.map(({ because }) => because)).toEqual(
      result.actions.map(() => undefined),
    );
  });

  test('makes notes once for two readers who ask at the same time', async () => {
    const episode = await storedEpisode(60);
    const { assistant, model, requests } = assistantOf('answers');
    const other = assistantOf('answers', { model }).assistant;
    const nurse = { industry: 'Health', role: 'Nurse', goals: null };
    await Promise.all([
      assistant.writeInsight(episode, NOBODY, {}),
      other.writeInsight(episode, nurse, {}),
    ]);
    const parts = (await requests())
      .filter((request) => kindOf(request) === 'notes')
      .map(({ messages }) => messages[1]?.content);
    expect(parts.length).toBeGreaterThan(1);
    expect(new Set(parts).size).toBe(parts.length);
  });

  test('takes over notes from a reader whose lease has expired', async () => {
    const episode = await storedEpisode(60);
    const { assistant, model, requests } = assistantOf('answers');
    await assistant.writeInsight(episode, NOBODY, {});
    const made = (await requests()).length;
    const { objects } = await env.TRANSCRIPTS.list({ prefix: `notes/${episode.id}/` });
    const [lost] = objects;
    await env.TRANSCRIPTS.delete(lost?.key ?? '');
    await env.DB.prepare('INSERT INTO leases (key, holder, expires_at) VALUES (?, ?, ?)')
      .bind(lost?.key, 'dead', Date.now() + 1_500)
      .run();
    await assistantOf('answers', { model }).assistant.writeInsight(episode, NOBODY, {});
    expect((await requests()).slice(made).map(kindOf)).toContain('notes');
  });

  test('resumes after an interruption without rereading finished parts', async () => {
    const episode = await storedEpisode(60);
    const { assistant, model, requests } = assistantOf('answers');
    const stop = new AbortController();
    const broken = assistant.writeInsight(episode, NOBODY, {
      signal: stop.signal,
      onProgress: (_, step) => {
        if (step.startsWith('Reading')) stop.abort();
      },
    });
    await expect(broken).rejects.toThrow();
    const keys = await env.TRANSCRIPTS.list({ prefix: `notes/${episode.id}/` });
    expect(keys.objects.length).toBeGreaterThan(0);
    await assistantOf('answers', { model }).assistant.writeInsight(episode, NOBODY, {});
    const notes = (await requests()).filter((one) =>
      one.messages[1]?.content.includes('Take 8 to 14'),
    );
    const read = notes.map(({ messages }) => messages[1]?.content);
    // Only the parts being read at the interruption are read twice.
    expect(read.length - new Set(read).size).toBeLessThan(new Set(read).size);
  });

  test.each(['fails', 'quota', 'stalls', 'empty', 'nonsense', 'cut-off', 'ends-midway', 'echoes'])(
    "of a model that %s is the episode's own words, and is marked as such",
    async (scenario) => {
      const { assistant } = assistantOf(scenario);
      const { result, isStandIn } = await assistant.writeInsight(episodeOf(), NOBODY, {});
      expect(isStandIn).toBe(true);
      expect(insightMarkdown(result, LINES)).toContain('## Key takeaways');
    },
  );
});

/**
 * The longest possible text is saved, whatever marks it consists of; `npm run test:hostile` tries all of
 * them.
 */
import { expect, inject, test } from 'vitest';
import { INSIGHT_MAX_CHARS } from '../../../schema/limits.ts';
import { HOSTILE_MARKS } from '../../support/hostile-marks.ts';
import { makePerson } from '../../support/people.ts';
import { makeEpisode, makePodcast } from '../../support/podcasts.ts';
import { sample } from '../../support/sample.ts';

const SAMPLE = 8;

test.each([...sample(HOSTILE_MARKS, SAMPLE, inject('hostileSettings')), '|a|b|\n|-|-|\n'])(
  'a save of nothing but %j is stored',
  async (mark) => {
    const person = await makePerson();
    const { id: episodeId } = await makeEpisode((await makePodcast()).id);
    const insight = `start ${mark.repeat(INSIGHT_MAX_CHARS / mark.length - 10)}`;
    const reply = await person.send('POST', '/api/user/insights', { episodeId, insight });
    expect(reply.status).toBe(201);
    expect(await reply.text()).toContain('start');
  },
);

import { describe, expect, test } from 'vitest';
import type { Episode } from '../../../schema/wire/episodes.ts';
import { insightsAction, transcriptAction } from '../../../web/features/episodes/episode-labels.ts';

const episode = (fields: Partial<Episode> = {}): Episode =>
  ({
    isYoutubeShort: false,
    transcriptUnavailable: false,
    hasInsights: false,
    ...fields,
  }) as Episode;
const short = episode({ isYoutubeShort: true, transcriptUnavailable: true });
const silent = episode({ transcriptUnavailable: true });

describe('the transcript button', () => {
  test.each([
    ['an episode', episode(), 'Download Transcript', false],
    ['a short', short, 'No Transcript (Short)', true],
    ['an episode without a transcript', silent, 'Transcript Unavailable', true],
  ])('of %s', (_, one, label, isDisabled) => {
    expect(transcriptAction(one)).toEqual({ label, isDisabled });
  });
});

describe('the insights button', () => {
  test.each([
    ['an episode', episode(), false, 10, 'Generate Insights', false],
    ['an episode while the count is unknown', episode(), false, null, 'Generate Insights', false],
    ['an insight in the making', episode(), true, 10, 'Generating...', true],
    ['an episode when none are left', episode(), false, 0, 'No generations left', true],
    ['a short', short, false, 10, 'No Insights (Short)', true],
    ['an episode without a transcript', silent, false, 10, 'No Insights Available', true],
    ['what one has had', episode({ hasInsights: true }), false, 0, 'View Insights', false],
    [
      'what one has had of an episode that lost its transcript',
      episode({ hasInsights: true, transcriptUnavailable: true }),
      false,
      10,
      'View Insights',
      false,
    ],
  ])('of %s', (_, one, isGenerating, remaining, label, isDisabled) => {
    expect(insightsAction(one, isGenerating, remaining)).toEqual({ label, isDisabled });
  });
});

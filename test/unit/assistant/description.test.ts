import { expect, it } from 'vitest';
import { descriptionSentences } from '../../../worker/assistant/retrieval/description.ts';

it.each([
  ['What yeast does at night.', ['What yeast does at night.']],
  ['Yeast, explained', ['Yeast, explained']],
  ['', []],
  ['Mail us at crew@example.com', []],
  // What follows links, offers and thanks is about the show.
  [
    'What yeast does. And why it stops.\nLinks: https://example.com/yeast\nHosted by Ada Birk.',
    ['What yeast does.', 'And why it stops.'],
  ],
  ['What yeast does. Learn more at yeast.example/now today.', ['What yeast does.']],
  [
    'This episode is sponsored by Millstone. What yeast does. Please subscribe and leave a review.',
    ['What yeast does.'],
  ],
  // A heading is no sentence.
  ['Yeast after dark\n\nWhat yeast does at night.', ['What yeast does at night.']],
  ['What yeast\ndoes at night.', ['What yeast does at night.']],
])('tells what a description says of its episode: %j', (description, told) => {
  expect(descriptionSentences(description)).toEqual(told);
});

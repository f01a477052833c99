import { describe, expect, it } from 'vitest';
import { AssistantError } from '../../../worker/assistant/assistant.ts';
import {
  closestPlaces,
  withBestPassages,
} from '../../../worker/assistant/embedded/choose-quotations.ts';
import { analysisOf } from '../../../worker/assistant/embedded/episode-analysis.ts';
import { indexOf } from '../../../worker/assistant/retrieval/transcript-index.ts';
import { findCitations } from '../../support/find-citations.ts';
import { ask, assistant, BREAD, captions, collect, READER, SHIPS, spoken } from './fixtures.ts';

/** A passage about something else. */
const filler = (about: string) =>
  Array.from({ length: 16 }, (_, i) => `The ${about} of deck ${i} was painted grey again.`);

/** Sentences of about a dozen words. */
const SHORT_STORY = [
  'The harbour of our small town was built by people who fished.',
  'They drove oak into the mud for one whole winter and spring.',
  'A storm then took away the whole work of those long months.',
  'So the town bought stone and built the harbour a second time.',
  'It has stood there since then and nobody speaks of the oak.',
].join(' ');

describe('an answer', () => {
  it('quotes the sentence with its speaker and its time', async () => {
    const text = await ask('How many loaves do they bake in a day?');
    expect(text).toMatch(/^Otto Brenner: “About 340 on a weekday/);
    expect(findCitations(text).length).toBeGreaterThan(0);
  });

  it('comes in pieces that make the whole', async () => {
    const stream = assistant.answer(BREAD, 'Why does a loaf collapse?', [], READER, {});
    const { text, pieces } = await collect(stream, BREAD.lines);
    expect(pieces.join('')).toBe(text);
    expect(text).toContain('because the dough has fermented for too long');
  });

  it('shows what was ranked first', async () => {
    expect(await ask('Who taught Otto to bake?')).toContain('Lena Vermeulen taught me');
    expect(await ask('What should a beginner buy first?')).toContain(
      'You should buy a kitchen scale',
    );
  });

  it('answers each of two questions below its own words', async () => {
    const text = await ask('What is a starter, and how often does it need feeding?');
    expect(text).toMatch(
      /^\*\*What is a starter\?\*\*\n\nOtto Brenner: “A starter is a culture[^*]+\n\n\*\*How often does it need feeding\?\*\*\n\nOtto/,
    );
    expect(text.split('**How')[1]).toContain('every day');
    for (const asked of [
      'Why does a loaf collapse, and who taught Otto?',
      'Why does a loaf collapse, and does salt help?',
      'Who taught Otto and for how long?',
      'What is a starter and how often is it fed?',
    ])
      expect((await ask(asked)).match(/^\*\*/gm)).toHaveLength(2);
    expect(await ask('Why do bakers and what they bake matter?')).not.toContain('**');
    const other = await ask('how much is a Café? And why does a loaf collapse?');
    expect(other).toMatch(/^\*\*How much is a Café\?\*\*\n\n/);
    expect(other).toContain('**And why does a loaf collapse?**\n\n');
  });

  it('begins with no interjection', async () => {
    const talk = spoken(`${SHIPS}
Ida Holm: The winch.
Per Dahl: The winch of the ferry broke in the storm, and nobody could lift the cars.`);
    expect(await ask('What do they say about the winch?', talk)).toMatch(
      /^Per Dahl: “The winch of/,
    );
  });

  it('begins with an interjection only if it replies, and then with what was asked', async () => {
    const talk = spoken(`${SHIPS}
Ida Holm: Did the winch hold in the storm?
Per Dahl: It did.
Ida Holm: The drum of the crane held as well.
Per Dahl: The drum. Mhm.`);
    expect(await ask('Did the winch hold?', talk)).toMatch(
      /^Ida Holm: “Did the winch hold in the storm\?”[^\n]*\n\nPer Dahl: “It did\.”/,
    );
    expect(await ask('Did the drum hold?', talk)).toMatch(/^Ida Holm: “The drum of the crane/);
  });

  it('is an interjection where nothing else is said', async () => {
    expect(await ask('Why did prices rise?', spoken('Ida Holm: Prices rose. The.'))).toContain(
      'Prices rose.',
    );
  });

  it('to why begins with a reason', async () => {
    const talk = spoken(`${SHIPS}
Ida Holm: The ferry stays in the harbour of Vardo for the whole winter.
Per Dahl: We sailed north, and nothing happened for days.
Ida Holm: The ferry stays in the harbour of Vardo because the ice would crush it.`);
    expect(await ask('Why does the ferry stay in the harbour?', talk)).toMatch(
      /^Ida Holm: “The ferry stays in the harbour of Vardo because/,
    );
  });

  it('to how fast begins with a span', async () => {
    const talk = spoken(`${SHIPS}
Ida Holm: The winch of the ferry starts slowly when it is cold, and starts and stops for 3 weeks of the winter.
Per Dahl: With the new motor, the winch of the ferry starts in seconds.`);
    expect(await ask('How fast does the winch of the ferry start with the motor?', talk)).toMatch(
      /starts in seconds/,
    );
  });

  it('to how something works is about that, and not about work', async () => {
    const talk = spoken(`${SHIPS}
Ida Holm: This drum works well in the cold.
Per Dahl: The gulls came, and nobody fed them. The copper is green.
Ida Holm: The tea was cold, and we drank it.
Per Dahl: The copper drum winds up a steel cable.`);
    expect(await ask('How does the copper drum work?', talk)).toMatch(
      /^Per Dahl: “The copper drum/,
    );
  });

  it.each([
    ['What is a bilge?', /^Per Dahl: “A bilge began as/],
    ['What is a painter?', /^Ida Holm: “You tie the bow to the pier with a line.*called a painter/],
    ['What does VHF stand for?', /^Ida Holm: “We call VHF/],
  ])('begins with what names or describes a thing: %s', async (question, begins) => {
    const talk = spoken(`${SHIPS}
Ida Holm: A bilge smells in summer, and a painter rots, and VHF crackles.
Per Dahl: We drank tea after that, and the tea was cold.
Ida Holm: You tie the bow to the pier with a line. That is what is called a painter.
Per Dahl: A bilge began as the lowest plank of a ship. A painter gets wet, the bilge gets wet, and VHF gets wet.
Ida Holm: We call VHF the very high frequency band.`);
    expect(await ask(question, talk)).toMatch(begins);
  });

  it('says that nobody names what a question names in capitals', async () => {
    const talk = spoken(`${SHIPS}
Ida Holm: The winch of the ferry lifts a car in one minute.`);
    const asked = 'Does the winch of the ferry work with Sailnet?';
    expect(await ask(asked, talk)).toMatch(/^Nobody says “Sailnet” in so many words/);
    expect(await ask('Does the winch lift a car?', talk)).toMatch(/^Ida Holm: “The winch/);
    const wanted = 'What are the main takeaways for somebody who knows the winch of ferries?';
    expect(await ask(wanted, talk)).not.toContain('“takeaways”');
  });

  it('says which name nobody says although a rarer word is said', async () => {
    const talk = spoken(`${SHIPS}
Ida Holm: The Fjordskip of our harbour pays with Bitcoin at every port, and Fjordskip captains like it.`);
    expect(await ask('Does Fjordskip take Euro cards?', talk)).toMatch(/^Nobody says “Euro”/);
  });

  it('says so if nobody says what is to be counted', async () => {
    const talk = spoken(`${SHIPS}
Ida Holm: Each department of the harbour works on three cranes, and the department paints four ships.`);
    const asked = (things: string) => ask(`How many ${things} work in the department?`, talk);
    expect(await asked('employees')).toMatch(/^Nobody says “employees”/);
    expect(await ask('Which pensions work in the department?', talk)).toMatch(
      /^Nobody says “pensions”/,
    );
    expect(await asked('cranes')).not.toContain('Nobody');
    // A verb is nothing that is asked for.
    expect(
      await ask('Which reassures the cranes of the department of the harbour?', talk),
    ).not.toContain('Nobody');
  });

  it('quotes nothing that is broken off at once', async () => {
    const talk = spoken(`${SHIPS}
Per Dahl: The harbour seized a yacht in the spring, and sold it.
Ida Holm: So that is how it seizes property of a debtor?
Per Dahl: It's to enforce the --
Ida Holm: And if it had been gone?`);
    const text = await ask('Which property did the harbour seize?', talk);
    expect(text).toContain('The harbour seized a yacht');
    expect(text).not.toContain('enforce');
  });

  it('takes a remark on the question for no answer', async () => {
    const talk = spoken(`${SHIPS}
Ida Holm: Why does the anchor chain of the ferry break in the winter?
Per Dahl: That's a really good question, Ida. The cold makes the steel brittle, so each wave takes a little of it.`);
    const text = await ask('Why does the chain of the anchor break?', talk);
    expect(text).toMatch(/^Per Dahl: “The cold makes the steel brittle/);
  });

  it('has no item of what somebody asks', async () => {
    const talk = spoken(`${SHIPS}
Ida Holm: The funding of the harbour school is a matter for the council. What does the funding of the harbour school mean for you?
Per Dahl: ${filler('cabin').join(' ')} The funding of the harbour pays for two teachers. ${filler('mast').join(' ')}`);
    const text = await ask('Three bullets on the funding of the harbour school', talk);
    expect(text).toMatch(/^- Per Dahl: “The funding of the harbour pays/);
    expect(text).not.toContain('matter for the council');
  });

  it('to who brings something up may be a question', async () => {
    const talk = spoken(`${SHIPS}
Ida Holm: Is the anchor of the ferry too heavy for our crane?
Per Dahl: We sailed north, and nothing happened for days.
Per Dahl: The anchor of the cutter is made of iron.`);
    expect(await ask('Who asks about the weight of the anchor of the ferry?', talk)).toMatch(
      /^Ida Holm: “Is the anchor/,
    );
  });

  it('has items from several passages', async () => {
    const talk =
      spoken(`Ida Holm: The winch of the ferry lifts a car in one minute. ${filler('cabin').slice(0, 5).join(' ')} The winch of the ferry lifts a van in two minutes. ${filler('mast').slice(0, 9).join(' ')}
Per Dahl: ${filler('kitchen').join(' ')} A winch on the cutter hauls a net. ${filler('keel').join(' ')}`);
    expect(await ask('Two bullets on the winch of the ferry', talk)).toContain('hauls a net');
  });

  it('to what something is is no figure of it', async () => {
    const talk = spoken(`${SHIPS}
Ida Holm: The Lastaug is 20 times heavier than a tug.
Per Dahl: The sails are repaired by the crew in the winter.
Ida Holm: The Lastaug is a ship that breaks the ice.`);
    expect(await ask('What is the Lastaug?', talk)).toMatch(/^Ida Holm: “The Lastaug is a ship/);
    const aside = spoken(`${SHIPS}
Ida Holm: The Lastaug sails to Vardo, and the Lastaug comes back.
Per Dahl: We have the Lastaug, which is a ship for the ice of the north.`);
    expect(await ask('What is the Lastaug?', aside)).toMatch(/^Per Dahl: “We have the Lastaug/);
  });

  it('goes on after a few words at a further place, too', async () => {
    const sailed = 'We sailed north, and nothing happened for days. '.repeat(12);
    const talk = `Ida Holm: The lamp of the lighthouse needs oil, which the crew of the lighthouse carries. ${sailed}
Per Dahl: The oil of the lamp. Somebody wakes up at four and brings twelve litres. ${sailed}
Ida Holm: The lamp of the lighthouse also needs a keeper of the oil. ${sailed}`;
    const text = await ask('How does the lamp of the lighthouse get its oil?', spoken(talk));
    expect(text).not.toMatch(/^Per Dahl/);
    expect(text).toContain('“The oil of the lamp. Somebody wakes up');
  });

  it('to where something comes from is no list of what matters', async () => {
    const text = await ask(
      'Where did the new ideas come from?',
      spoken(`${SHIPS}
Per Dahl: The new ideas came from a cook who had sailed for thirty years.`),
    );
    expect(text).toContain('The new ideas came from a cook');
    expect(text).not.toContain('matters');
  });

  it('begins with the best place, and others follow, earlier ones too', async () => {
    const talk = `Ida Holm: The lamp of the lighthouse was repaired by the crew, and everybody went home.
Per Dahl: ${'We sailed north, and nothing happened for days. '.repeat(12)}
Ida Holm: The lamp of the lighthouse needs twelve litres of oil every night.`;
    const text = await ask('How does the lamp of the lighthouse get its oil?', spoken(talk));
    expect(text).toMatch(/^Ida Holm: “The lamp of the lighthouse needs twelve litres/);
    expect(text).toContain('repaired by the crew');
  });

  it('begins with the reply if somebody asks it there in the same words', async () => {
    const talk = `Ida Holm: You built this harbour crane, and then you left the harbour and built the next crane alone. The harbour had paid for the crane. Why did you leave the harbour?
Per Dahl: Yeah, absolutely.
Per Dahl: I was not going to sit in committees for another thirteen years.
Ida Holm: And then the harbour got its second crane in the summer, and it rained.`;
    const text = await ask('Why did Per leave the harbour with its crane?', spoken(talk));
    expect(text).toMatch(/^Per Dahl: “I was not going to sit in committees/);
  });

  it('takes a time for no sum of money', async () => {
    const talk = `Ida Holm: Before the repair of the mast you rest, and after the repair of the mast you rest for about six weeks.
Per Dahl: The repair of the mast is done in the yard, and a couple of men help.`;
    const text = await ask('How much does the repair of the mast cost?', spoken(talk));
    expect(text).toMatch(/^I found no answer to that/);
  });

  it('takes thousands for a sum of money unless they count something', async () => {
    for (const [said, isSum] of [
      ['was sixty thousand, because the oak was dear', true],
      ['took sixty thousand nails and a summer', false],
    ]) {
      const talk = `Ida Holm: The repair of the mast ${said}.
Per Dahl: The repair of the mast is done in the yard, and a couple of men help.`;
      const text = await ask('How much did the repair of the mast cost?', spoken(talk));
      expect(/^I found no answer/.test(text)).toBe(!isSum);
    }
  });

  it('takes a year for no sum of money', async () => {
    for (const year of ['twenty twenty-one', 'nineteen ninety', '2021']) {
      const talk = `Ida Holm: In ${year} the repair of the mast was a matter for the yard.
Per Dahl: The repair of the mast is done in the yard, and its cost is shared.`;
      const text = await ask('How much does the repair of the mast cost?', spoken(talk));
      expect(text).toMatch(/^I found no answer to that/);
    }
  });

  it('takes an amount of something else for no sum of money', async () => {
    const talk = `Ida Holm: The pump costs the engine some power, less than two percent of it.
Per Dahl: The pump is cheap. It was eighty dollars in the shop.`;
    const text = await ask('How much power does the pump cost the engine?', spoken(talk));
    expect(text).toMatch(/^Ida Holm: “The pump costs the engine some power, less than two percent/);
  });

  it('prefers a figure in the sentence to one next to it', async () => {
    const talk = `Eva Holm: A walk of forty minutes tires most of the dogs.
Eva Holm: Dogs that are afraid should walk alone, because each walk takes the water they need at noon.
Tom Berg: My neighbour paints ships, and his ladder is older than the harbour.
Tom Berg: He mixes the colours himself, since the shop closed in the winter.
Eva Holm: The vets recommend that a dog drinks half a litre of water a day.
Tom Berg: I shall tell my neighbour, whose terrier sleeps below the ladder.`;
    const text = await ask('How much water does a dog need?', spoken(talk));
    expect(text).toMatch(/^[^“]*“The vets recommend that a dog drinks half a litre/);
  });

  it('leaves out who says nothing of it right afterwards', async () => {
    const talk = `Ida Holm: The yard repairs wooden hulls because nobody else can.
Per Dahl: Well, you know, I am so happy.
Ida Holm: And the wooden hulls dry in the yard for a whole winter first.`;
    const text = await ask('Why does the yard repair wooden hulls?', spoken(talk));
    expect(text).toContain('because nobody else can');
    expect(text).toContain('for a whole winter');
    expect(text).not.toContain('so happy');
  });

  it('quotes nothing that only leads to a sentence too long to quote', async () => {
    const long =
      'and the baker who keeps it in a cool and quiet corner of the old stone house near the river feeds it with flour from the mill every morning before the first customers come in and ask for warm bread and butter';
    const talk = `Ann: How do you keep the rye starter alive?
Ben: The rye starter lives in a jar, ${long}. The jar has a lid that closes well, and the starter breathes through a small hole that we drilled into it one afternoon in the spring. Each week we throw half of the starter away and give the other half new rye flour and water from the tap.
Ann: And on the road, when you travel for a month and nobody is at home in the bakery?
Ben: Let us see now. It travels as a dry rye starter, ${long}.`;
    const text = await ask('How is the rye starter kept alive?', spoken(talk));
    expect(text).toContain('lives in a jar');
    expect(text).not.toContain('Let us see');
  });

  it('says what something is, if that is the question', async () => {
    const mentions = ['pump', 'hose', 'plank', 'smell', 'light', 'paint', 'hatch', 'alarm'].map(
      (part) =>
        `Per Dahl: The bilge ${part} broke in the storm, so we have another bilge ${part} now.`,
    );
    const talk = [
      ...mentions,
      'Ida Holm: Every ship has room below, and a bilge is the lowest part of all that room, where water gathers.',
    ].join('\n');
    expect(await ask('What is a bilge?', spoken(talk))).toContain('the lowest part');
  });

  it('says that it found none, and shows the closest places', async () => {
    const text = await ask('Did an oven explode in Madrid, Porto or Lisbon?');
    expect(text).toMatch(
      /^I found no answer to that in this episode\. The places that come closest:/,
    );
    expect(text.match(/^- .*“.+” \[/gm)).toHaveLength(3);
  });

  it('quotes a place of each of the best passages, whatever its sentences score', () => {
    const talk = `Ida Holm: ${[...filler('hatch'), ...filler('railing')].join(' ')}`;
    const episode = spoken(talk);
    const analysis = analysisOf(episode, indexOf(episode.lines), null);
    const sentence = { coverage: 1, passage: 0, passageScore: 0.9, score: 4, sentence: 2 };
    const best = { ...sentence, passage: 1, passageScore: 1, score: 1, sentence: 20 };
    expect(withBestPassages(analysis, [sentence, best], [2])).toEqual([2, 20, 21, 22, 23]);
    expect(withBestPassages(analysis, [sentence, { ...best, sentence: 3 }], [2, 3])).toEqual([
      2, 3,
    ]);
    const poor = { ...best, passageScore: 0.5 };
    expect(withBestPassages(analysis, [{ ...sentence, passageScore: 1 }, poor], [2])).toEqual([2]);
  });

  it('quotes no advertisement because of its passage', () => {
    const advert =
      'This show is sponsored by Dunmore. Dunmore repairs the steel of every harbour crane.';
    const talk = `Ida Holm: ${filler('hatch').join(' ')} ${advert} Get it at dunmore dot com slash crane.`;
    const episode = spoken(talk);
    const analysis = analysisOf(episode, indexOf(episode.lines), null);
    const at = analysis.index.sentences.findIndex(({ text }) => text.startsWith('Dunmore repairs'));
    const sentence = { coverage: 1, passage: 0, passageScore: 0.9, score: 4, sentence: 2 };
    const pitch = { ...sentence, passage: 1, passageScore: 1, score: 1, sentence: at };
    expect(withBestPassages(analysis, [sentence, pitch], [2])).toEqual([2]);
  });

  it('shows as the closest places those of several passages', async () => {
    const talk = [
      'The harbour has a crane. The harbour has a light. The harbour has a wall.',
      ...filler('hatch'),
      'In winter, the harbour stays empty for weeks.',
      ...filler('railing'),
      'A pilot brings the ship into the harbour.',
      ...filler('ladder'),
    ].join(' ');
    const text = await ask(
      'Did a mermaid drown at the harbour of Lisbon?',
      spoken(`Ida Holm: ${talk}`),
    );
    expect(text).toMatch(/closest/);
    expect(text).toContain('stays empty');
    expect(text).toContain('A pilot brings');
  });

  it('shows as the closest places first what contains the kind of fact asked for', () => {
    const talk = `Ida Holm: ${[...filler('hatch'), ...filler('railing')].join(' ')}`;
    const episode = spoken(talk);
    const analysis = analysisOf(episode, indexOf(episode.lines), null);
    const similar = { coverage: 1, passage: 0, passageScore: 1, score: 4, sentence: 2 };
    const holding = { ...similar, passage: 1, passageScore: 0.5, score: 1, sentence: 20 };
    const found = { candidates: [similar, holding], answers: [{ ...holding }], coverage: 0.3 };
    const places = closestPlaces(analysis, found, 3);
    expect(places.map(([first]) => first?.index)).toEqual([20, 2]);
  });

  it('quotes enough of a close place to tell whether it answers, and no sentence twice', () => {
    const told = `Ida Holm: ${SHORT_STORY}`;
    const episode = spoken(told);
    const analysis = analysisOf(episode, indexOf(episode.lines), null);
    const one = { coverage: 1, passage: 0, passageScore: 1, score: 4, sentence: 1 };
    const before = { ...one, score: 2, sentence: 0 };
    const found = { candidates: [one, before], answers: [], coverage: 0.3 };
    const places = closestPlaces(analysis, found, 3);
    expect(places.map((place) => place.map(({ index }) => index))).toEqual([[1, 2, 3], [0]]);
  });

  it('never says that nobody says a figure, which may be said in words', async () => {
    const talk = `${SHIPS}
Ida Holm: Somebody with a ship of a hundred and two thousand pounds and a crew loses the grant of the harbour.`;
    const text = await ask('Does £102k with a jackpot lose the grant?', spoken(talk));
    expect(text).toContain('a hundred and two thousand');
    expect(text).not.toMatch(/Nobody says “.?102k/);
  });

  it('is found by words that usually only frame a question, if they are said as in it', async () => {
    const talk = `Ann Lee: Is there something that you do before each show of the season?
Bo Cole: I sit in the dark, drink some warm water and count the seats of the hall.
Ann Lee: My neighbour has the habit of talking to herself, and the cat listens.
Bo Cole: Everybody does that, since it helps the brain to sort what it has heard.
Ann Lee: And then the curtain rises, and the lights are warm on your face.`;
    const text = await ask('Is it weird to talk to herself?', spoken(talk));
    expect(text).toMatch(/^Nobody says “weird”[^“]+“(?:My neighbour has the habit|Everybody does)/);
  });

  it('says that words foreign to the episode are not mentioned', async () => {
    for (const question of ['Who is the president of France?', 'How deep is Lake Baikal?']) {
      expect(await ask(question)).toBe('I found no mention of that in this episode.');
    }
  });

  it('says that nobody says the main word if only a similar one is said', async () => {
    expect(
      await ask(
        'What about the emblem?',
        spoken(`${SHIPS}
Ida Holm: The company has a logo with an anchor.`),
      ),
    ).toMatch(
      /^Nobody says “emblem” in so many words\. The places that come closest:\n\n.*“The company has a logo/s,
    );
  });

  it('says which word nobody says if most of the question isn’t said, however much the rest counts', async () => {
    const talk = spoken(`${SHIPS}
Ida Holm: The harbour pays the crew of the crane, and the tenants pay the harbour for the winter.`);
    expect(await ask('How does she go about evicting tenants with pets?', talk)).toMatch(
      /^Nobody says “evicting” in so many words\./,
    );
    expect(await ask('Who pays the crew of the crane?', talk)).toMatch(/^Ida Holm: /);
  });

  it('quotes no announcement, advertising or thanks if something is said', async () => {
    const talk = `Per Dahl: Thank you for having me, because the shape of a fermentation vessel matters.
Ida Holm: Today we are going to talk about fermentation vessels and their shape.
Per Dahl: This show is brought to you by Vats. Fermentation vessels of every shape are at vats dot com slash show.
Ida Holm: The ship came home in the spring, and the crew painted it.
Per Dahl: A fermentation vessel is tall, because the shape keeps the heat.`;
    const text = await ask('What shape has a fermentation vessel?', spoken(talk));
    expect(text).toContain('is tall');
    expect(text).not.toMatch(/vats|going to talk|Thank you/);
    const offer = `Per Dahl: This show is brought to you by Vats. Their fermentation vessels have every shape.
Ida Holm: Go to vats dot example for a fermentation vessel of your shape at twenty percent off.
Per Dahl: A fermentation vessel is tall, because the shape keeps the heat.`;
    expect(await ask('What shape has a fermentation vessel?', spoken(offer))).not.toContain('vats');
    const thanks = `Per Dahl: Keep the fermentation vessel in the dark, and turn its lid by half every evening.
Ida Holm: Per Dahl and Eva Lund, thank you.`;
    const only = await ask('Where do I keep a fermentation vessel?', spoken(thanks));
    expect(only).toContain('in the dark');
    expect(only).not.toContain('thank you');
  });

  it('quotes no advertisement because it follows an answer', async () => {
    const talk = `Per Dahl: A fermentation vessel is tall, because the shape keeps the heat. This show is sponsored by Vats. Vats will send you a new lid.`;
    const text = await ask('What shape has a fermentation vessel?', spoken(talk));
    expect(text).toContain('is tall');
    expect(text).not.toContain('Vats');
  });

  it('takes no talk of free trials for advertising', async () => {
    const trials = `Ida Holm: What do you think about free trials, compared with free plans?
Per Dahl: A free trial is a clock, and a free plan is a habit.`;
    expect(
      await ask('And what about free trials?', spoken(`${SHIPS}\n${trials}\n${SHIPS}`)),
    ).toMatch(/^Per Dahl: “A free trial is a clock/);
  });

  it('begins with the reply to what somebody is asked by name', async () => {
    const talk = `${SHIPS}
Ida Holm: Per, give us a story where the ferry went wrong.
Per Dahl: In my first winter I forgot the anchor, and a storm took us to the lighthouse.
Ida Holm: The lighthouse stands alone.`;
    expect(await ask('What is the story where the ferry went wrong?', spoken(talk))).toMatch(
      /^Per Dahl: “In my first winter/,
    );
  });

  it('is the reply although the asker goes on after the question', async () => {
    const talk = `${SHIPS}
Ida Holm: Can I phone the pilots in the night? My sailors are afraid.
Per Dahl: Not calling is the mistake, they are glad of it.
Ida Holm: The pilots have a parrot that sleeps in the night.
Per Dahl: The bell of the church is older than the crane.`;
    const text = await ask('May we phone pilots in the night?', spoken(talk));
    expect(text).toMatch(/^Per Dahl: “Not calling is the mistake/);
  });

  it('has all the steps if that is the question, as far as one speaker goes on', async () => {
    const talk = `${SHIPS}
Ida Holm: You splice a rope with a needle that is made of steel or of the bone of a whale. First open the three strands of both ropes for as long as your hand is wide. Then cross them twice, the left one always over the one in the middle. Then pull. Then cut the ends. Burn them at last. The needle goes back into the drawer.
Per Dahl: The drawer is in the cabin.`;
    expect(await ask('How do I splice a rope?', spoken(talk))).toMatch(
      /^Ida Holm: “You splice a rope with a needle .*Burn them at last\.” /,
    );
    expect(await ask('Who can splice a rope?', spoken(talk))).not.toContain('Burn them');
  });

  it('goes on where what it begins with only leads to the point', async () => {
    const talk = `${SHIPS}
Ida Holm: I am glad that you ask about the radio of the ferry. Here is what happened. Forty calls were lost. It was the lid over the antenna, which is made of iron. We put in another one.`;
    expect(await ask('What was wrong with the radio?', spoken(talk))).toContain('lid over the');
  });

  it('knows both spellings', async () => {
    const talk = `${SHIPS}\nPer Dahl: The sails are made of a fibre that never rots.`;
    expect(await ask('Is there any fiber?', spoken(talk))).toMatch(/^Per Dahl: “[^”]*never rots/);
  });

  it('calls what has paragraphs instead of times a source', async () => {
    const lines = BREAD.lines.map(({ text }) => ({
      ...{ start: null, end: null, speaker: null, text, paragraph: 1 },
    }));
    const source = { ...BREAD, lines };
    for (const question of ['How deep is Lake Baikal?', 'Summarise it.', 'Who are you?', 'Hi']) {
      const [said, read] = [await ask(question), await ask(question, source)];
      expect(said).toMatch(/episode|their times/);
      expect(read).toMatch(/source|their paragraphs/);
      expect(read).not.toMatch(/episode|times/);
    }
  });

  it('to when something happens may be a condition instead of a date', async () => {
    expect(await ask('When does the harbour close?', spoken(SHIPS))).toMatch(
      /^Ida Holm: “The harbour closes when the ice comes/,
    );
  });

  it('to how much something costs is a sum, and to how long it takes a time', async () => {
    const episode =
      spoken(`Ann Lee: The search for a baker had two parts, and the search began at the mill.
Ben Ruiz: We looked in 14 towns, and the search took us nine months.
Ann Lee: The search cost us 30,000 euros, which nobody in the town wanted to pay.
Ben Ruiz: It ended well.`);
    expect(await ask('How long did the search for a baker take?', episode)).toMatch(
      /^Ben Ruiz: “We looked in 14 towns, and the search took us nine months\./,
    );
    expect(await ask('How much did the search for a baker cost?', episode)).toMatch(
      /^Ann Lee: “The search cost us 30,000 euros/,
    );
    const paid = spoken(`Ann Lee: They had to pay for the search, and everybody grumbled about it.
Ben Ruiz: It was 30,000 euros, and the mill was closed for a week.`);
    expect(await ask('What did they pay for the search?', paid)).toMatch(
      /^Ben Ruiz: “It was 30,000 euros/,
    );
    const bare = spoken(`Ann Lee: The search for a baker had two parts, and it began at the mill.
Ben Ruiz: The price of the search was about forty.`);
    expect(await ask('What was the price of the search?', bare)).toContain('about forty');
  });

  it('understands how people type', async () => {
    const talk = `${SHIPS}
Ida Holm: The maximum depth of the harbour is nine metres.`;
    for (const question of ['whats the max depth of the harbour', 'max depth of the harbour pls']) {
      expect(await ask(question, spoken(talk))).toMatch(/^Ida Holm: “The maximum depth/);
    }
    const before = 'Why does a loaf collapse?';
    const earlier = [{ question: before, answer: await ask(before) }];
    expect(await ask('why tho', BREAD, earlier)).toMatch(/^I found nothing more about that/);
  });

  it('to who did something is longer in captions without capitals, where no name can be told', async () => {
    const said = [
      'the lighthouse above the harbour was drawn in the summer of the great storm by a quiet painter from the north.',
      'she had come for a week with two brushes and a folding chair and she stayed for the rest of her long life.',
      'ida holm was what they called her in the village and nobody there ever learned what her first name had been.',
    ];
    const answer = await ask('Who drew the lighthouse?', spoken(`Guest: ${said.join(' ')}`));
    expect(answer).toContain('ida holm');
  });

  describe('to what is usually asked', () => {
    it('of a visit at a doctor’s is complaint, plan and follow-up, in whatever words', async () => {
      const visit =
        spoken(`doctor: Mrs. Holm is a 60-year-old sailor who presents today with knee pain.
patient: I fell on the deck, and since then the stairs are hard for me.
doctor: On your physical exam, there is some tenderness above the joint. Your blood pressure is fine.
doctor: I think you have a sprain. I would like to order an x-ray of the knee.
doctor: I am going to prescribe ibuprofen, 400 milligrams twice a day. Keep the leg up.
doctor: I want to see you again in two weeks, okay?
patient: Thank you, doctor.`);
      expect(await ask('Why did the patient come?', visit)).toMatch(/^doctor: “Mrs. Holm[^\n]+$/);
      expect(await ask('What was the finding?', visit)).toContain('tenderness above the joint');
      expect(await ask('Which drug does she get?', visit)).toMatch(/400 milligrams[^\n]+$/);
      expect(await ask('What medicine does she take?', visit)).toMatch(/400 milligrams[^\n]+$/);
      expect(await ask('what changes with her meds', visit)).toMatch(/400 milligrams[^\n]+$/);
      for (const question of ['When is the follow-up?', 'when do I bring her back']) {
        expect(await ask(question, visit)).toMatch(/in two weeks[^\n]+$/);
      }
      expect(await ask("What's the diagnosis?", visit)).toMatch(/^doctor: “I think you have/);
      expect(await ask('What is the plan for the stairs?', visit)).toContain('stairs are hard');
    });

    it('of an argument in court may open a speech', async () => {
      const argument = spoken(`${SHIPS}
Ida Holm: Mr. Chief Justice, and may it please the Court: The state proposes a rule that every lawyer decides alone on the defense.
Per Dahl: The rule of the state is old, and a lawyer knows it.`);
      expect(await ask('What rule for lawyers does the state propose?', argument)).toMatch(
        /^Ida Holm: “(?:Mr|The state proposes)/,
      );
    });

    it('of an argument in court is who wants what, and what was decided before', async () => {
      const argument =
        spoken(`Chief Justice: We will hear argument in Case 12-345, Holm against the Dunmore Harbour Board.
Ida Holm: Mr. Chief Justice, and may it please the Court: The harbour took my ship because of one unpaid fee, and a statute that permits so much violates the Constitution.
Chief Justice: Was there a hearing, Ms. Holm?
Ida Holm: There was none. The Fifth Circuit affirmed, and the petitioner was never heard.
Per Dahl: Mr. Chief Justice, and may it please the Court: The statute gives every owner thirty days, and respondents waited for ninety.`);
      expect(await ask('What does the petitioner want?', argument)).toMatch(
        /^Ida Holm: “The harbour took my ship(?!.*Per Dahl)/s,
      );
      expect(await ask('What is the respondent’s position?', argument)).toMatch(
        /^Per Dahl: “The statute gives every owner thirty days[^\n]+$/,
      );
      expect(await ask('What does Dunmore argue?', argument)).toMatch(
        /^Per Dahl: “The statute gives every owner/,
      );
      expect(await ask('What is at stake?', argument)).toMatch(/^Ida Holm: [^\n]+\n\nPer Dahl: /);
      expect(await ask('Who represents Dunmore?', argument)).toMatch(/^Per Dahl: “The statute/);
      expect(await ask('Who are the lawyers?', argument)).toMatch(/^Ida Holm: .*\nPer Dahl: /s);
      const each = await ask("Summarise each side's argument in two sentences", argument);
      expect(each).toMatch(/^Ida Holm: “[^\n]+ Per Dahl: “/);
      expect(await ask('What happened below?', argument)).toContain('The Fifth Circuit affirmed');
    });

    it('of an argument in court is the state’s, whatever it is called, and nothing interrupted', async () => {
      const argument =
        spoken(`Chief Justice: We will hear argument in Case 12-345, Holm against North Dakota.
Ida Holm: Mr. Chief Justice, and may it please the Court: A fee of this size is a fine, and the Constitution forbids fines that ruin people.
Per Dahl: Mr. Chief Justice, and may it please the Court: The fee pays for the harbour, and the statute has named its amount since 1911. While a statute may limit the fees of other harbours and piers --
Chief Justice: May it?`);
      for (const question of ['What does the state argue?', 'Who argued for the state?'])
        expect(await ask(question, argument)).toMatch(/^Per Dahl: “The fee pays[^\n]+$/);
    });

    it('of a visit is said where it begins, and what is treated is the plan', async () => {
      const visit =
        spoken(`doctor: Hey Siri, note: Mrs. Holm is in the office today with a swollen knee.
patient: The knee hurts whenever I climb the stairs of the harbour with a bag.
doctor: It is an infection, so we are going to treat you with penicillin for ten days.
doctor: Hey Siri, order the penicillin for the swollen knee of Mrs. Holm for ten days.`);
      expect(await ask('Why is the patient here?', visit)).toMatch(
        /^doctor: “.*in the office today/,
      );
      const plan = await ask('What should I do?', visit);
      expect(plan).toContain('treat you with penicillin');
      expect(plan).not.toContain('Siri');
    });

    it('of an earnings call is the outlook', async () => {
      const call =
        spoken(`Ann Lee: Welcome to the earnings call for the third quarter of the fiscal year.
Ben Ruiz: Revenue was $90 million in the third quarter, up 12% year over year, and gross margin was 61%.
Ben Ruiz: For the fourth quarter, we expect revenue of $95 million and an operating margin of 20%.
Ben Ruiz: Net income was $8 million, and free cash flow was $11 million.`);
      for (const question of [
        'What is the outlook?',
        'Did they raise the guidance?',
        'what are they guiding for q4',
      ]) {
        expect(await ask(question, call)).toMatch(
          /^Ben Ruiz: “For the fourth quarter, we expect[^\n]+$/,
        );
      }
    });

    it('of an earnings call is found where it has another name', async () => {
      const call =
        spoken(`Ann Lee: Welcome to the earnings call for the third quarter of the fiscal year, here is our chairman and CEO, Ben Ruiz.
Ben Ruiz: Net sales were $90 million in the third quarter, up 12% year over year, and gross margin was 61%.
Cora Holm: For the fourth quarter, we expect sales of $95 million, and we repurchased a million shares.`);
      expect(await ask('What was the revenue?', call)).toMatch(/^Ben Ruiz: “Net sales[^\n]+$/);
      expect(await ask('Are there any buybacks?', call)).toMatch(/^Cora Holm: “.*repurchased/);
      expect(await ask('Who is the CEO?', call)).toMatch(/^Ann Lee: “.*our chairman and CEO/);
    });
  });

  it('is the reply if the episode asks the same question', async () => {
    const talk = `${SHIPS}
Ida Holm: Which harbour is the hardest to enter at night?
Per Dahl: The one at Vardo, by far.
Ida Holm: And what do you eat out there?
Per Dahl: We eat fish and potatoes.`;
    const text = await ask('Which harbour is the hardest to enter at night?', spoken(talk));
    expect(text).toContain('The one at Vardo, by far.');
  });

  it('is that reply without speakers too, and however the question is contracted', async () => {
    const said = [
      'The ballast is wet in spring.',
      'Nobody paints the ballast.',
      "What's the ballast?",
      'Right.',
      'Stones in the hold, or water these days, which keep the mast upright.',
    ];
    const lines = said.map((text, i) => ({ start: i * 4, end: i * 4 + 4, speaker: null, text }));
    const text = await ask('What is the ballast?', { ...BREAD, id: 'ballast', lines });
    expect(text).toMatch(/^“Stones in the hold/);
  });

  it('is no advertisement after that question', async () => {
    const said = [
      'What is the ballast?',
      'This episode is brought to you by Harbourly.',
      'Harbourly paints the ships of the whole coast.',
      'Visit harbourly dot com for ten percent off.',
      'So the ballast is basically stones in the hold.',
    ];
    const lines = said.map((text, i) => ({ start: i * 4, end: i * 4 + 4, speaker: null, text }));
    const text = await ask('What is the ballast?', { ...BREAD, id: 'ballast', lines });
    expect(text).toMatch(/^“So the ballast is basically stones/);
    expect(text).not.toContain('Harbourly');
  });

  it('to what something does says what it is', async () => {
    const talk = spoken(`Ida Holm: Everybody gives to Lifeline, and Lifeline thanks everybody here.
Per Dahl: So please put your gift for Lifeline into the box, and Lifeline will send you a card.
${SHIPS}
Ida Holm: Lifeline lets the widows of sailors rent a house near the harbour, and it began in 1962.`);
    expect(await ask('What does Lifeline do?', talk)).toMatch(
      /^Ida Holm: “Lifeline lets the widows/,
    );
  });

  it('tells who somebody is by years of work, another spelling, or the description', async () => {
    const talk = `Ann Lee: Ben Ruiz has been a sailmaker for twenty years, first in Cork. We have with us Karen Moss, who is the director of the museum.
Ben Ruiz: A sail of hemp lasts eight years, because the salt eats it.
Caren Moss: The museum owns forty boats, and nine of them still sail every summer.
Ida Holm: The harbour needs a new crane because the old crane stopped in May.`;
    const episode = {
      ...spoken(talk),
      description:
        'Sails, old and new. With Ida Holm, who rebuilt the harbour. More: https://a.example/1',
    };
    expect(await ask('Who is Ben Ruiz?', episode)).toMatch(
      /^Ann Lee: “Ben Ruiz has been a sailmaker/,
    );
    expect(await ask('Who is Caren Moss?', episode)).toMatch(/who is the director of the museum/);
    expect(await ask('Who is Ida Holm?', episode)).toBe(
      'Its description says: “With Ida Holm, who rebuilt the harbour.”',
    );
  });

  it('tells a list to its end, and in the items in which it is counted', async () => {
    const talk = `Ida Holm: What keeps a harbour open in the winter?
Per Dahl: There are three things that keep it open. First, you need an icebreaker, and it has to be at sea before the frost. The old one was sold to Riga, and for two years nobody in the town wanted to pay for another one, which the fishermen still talk about. Second, the crane needs oil that stays thin. It is dear, and the first winter we bought the cheap one and the crane stood still until the spring. And third, somebody has to clear the quay.
${SHIPS}`;
    const question = 'What three things keep a harbour open in the winter?';
    const told = await ask(question, spoken(talk));
    for (const item of ['an icebreaker', 'oil that stays thin', 'clear the quay'])
      expect(told).toContain(item);
    const items = (await ask(`${question} As a checklist.`, spoken(talk))).split('\n');
    expect(items.map((item) => item.match(/^- Per Dahl: “(?:And )?(\w+)/)?.[1])).toEqual([
      'First',
      'Second',
      'third',
    ]);
  });

  it('describes people by their introduction', async () => {
    for (const question of [
      'Who is Otto Brenner?',
      "What is Otto's job?",
      'What does Otto do?',
      'Where does Otto work?',
      'Who does Otto work for?',
      'Who is the guest?',
    ]) {
      expect(await ask(question)).toMatch(/^Maya Okafor: “My guest is Otto Brenner[^\n]+$/);
    }
  });

  it('knows who is meant by their name or by what they call themselves', async () => {
    const talk = `Ida Holm: Welcome. Per Dahl, what do you do?
Per Dahl: Per Dahl, I'm a pilot in the harbour of Bergen.
Ida Holm: The ferry should sail every hour, because nobody likes to wait at the quay.
Per Dahl: I have an argument with that, the ferry is empty after nine in the evening.
Tove Lie: The lighthouse keeps burning through the winter, whatever the ferry does.`;
    for (const asked of [
      'What did Ida and the pilot clash over?',
      'What do Ida and Per differ on?',
      'What did Ida and the pilot argue about?',
    ]) {
      expect(await ask(asked, spoken(talk))).toMatch(
        /^Ida Holm: “The ferry should [^\n]+\n\nPer Dahl: “I have an argument/,
      );
    }
  });

  it('shows where two people answer each other if neither disagrees in so many words', async () => {
    const talk = `${SHIPS}
Per Dahl: A captain who sleeps at the harbour decides better than an office in the city.
Ida Holm: The ferry has to wait until its captain says that it can sail.
Tove Lind: To me a ferry that waits for its captain is a toxic way to run a harbour.`;
    const text = await ask('What do Ida and Tove disagree about?', spoken(talk));
    expect(text).toMatch(/^No open disagreement was found\. Where they answer each other:\n\n/);
    expect(text).toContain('a toxic way to run a harbour');
    expect(text).not.toContain('A captain who sleeps');
  });

  it('takes the later question of a message, and which of these, for one about what was said', async () => {
    const cost = 'How much did the cover cost and what does it include?';
    const talk = spoken(`Ida Holm: The cover of the harbour cost nine thousand a year.
Per Dahl: It includes the cranes and the sheds, because the storm broke both in May.
Ida Holm: The pilots ask for three things: lamps, ropes and a better radio in every boat.`);
    expect(await ask(cost, talk)).not.toContain("In the episode's own words");
    const things = [
      {
        question: 'What do the pilots ask for?',
        answer:
          'Ida Holm: “The pilots ask for three things: lamps, ropes and a better radio in every boat.” [0:12]',
      },
    ];
    expect(await ask('Which of these is the most useful?', talk, things)).not.toMatch(
      /^What matters/,
    );
  });

  it('tells the main points of whoever “he” is', async () => {
    const talk =
      spoken(`Ida Holm: The ferry should sail at night, because workers come home after eleven.
Per Dahl: The ferry is empty after nine, and every empty crossing costs 800 euros of fuel.
Ida Holm: A night ferry brings guests to the hotels of the island in summer.
Per Dahl: A bus over the bridge costs a tenth of the ferry, and it sails in no storm.`);
    const about = [
      {
        question: 'What does Per Dahl say about the bus?',
        answer:
          'Per Dahl: “A bus over the bridge costs a tenth of the ferry, and it sails in no storm.” [0:18]',
      },
    ];
    const text = await ask('What is his main argument?', talk, about);
    expect(text).toMatch(/^Per Dahl: “The ferry is empty/);
    expect(text).not.toContain('Ida Holm');
  });

  it('does not say that nobody says a compound of what is said, or a share', async () => {
    const talk =
      spoken(`Ida Holm: The watches tell when you sleep, but they are poor at the stages of sleep.
Per Dahl: Forty percent of the pilots wear one at night in the harbour.`);
    expect(await ask('Are smartwatches poor at the stages of sleep?', talk)).toMatch(
      /^Ida Holm: “The watches/,
    );
    expect(await ask('What share of the pilots wear one?', talk)).toMatch(
      /^Per Dahl: “Forty percent/,
    );
  });

  it('finds a disagreement that is admitted later in a turn, and an agreement', async () => {
    const talk = `Ida Holm: I tell sailors to reef the sail at twenty knots of wind.
Per Dahl: I reef at fifteen knots, since the mast of my boat is old. It broke twice in the harbour. So here we disagree a bit.
Ida Holm: You agree on the anchor, though.
Per Dahl: We agree on the anchor. If we disagree on ropes, I will tell you.
Ida Holm: The anchor needs a chain of six metres, because a rope floats.`;
    const answer =
      /(?:^|- )Ida Holm: “I tell sailors[^“]+Per Dahl: “I reef at fifteen[^“]+we disagree a bit\.”[^“]*$/;
    for (const question of ['What do Ida and Per disagree about?', 'Do they disagree on anything?'])
      expect(await ask(question, spoken(talk))).toMatch(answer);
    expect(await ask('What do they agree on?', spoken(talk))).toMatch(
      /^Where they agree:\n\n.*“You agree on the anchor, though\.”.*“We agree on the anchor\./,
    );
  });

  it('quotes the reply to a question that it quotes', async () => {
    const talk = `Per Dahl: Magnesium helps nobody to sleep, because the body needs very little of it.
Ida Holm: Here is Mark from Bergen. "I sleep better with two glasses of wine." Does he?
Per Dahl: He falls asleep sooner. And then the glasses are broken down, and there is a rebound at three.
Ida Holm: The harbour of Bergen is closed in winter, and the boats stay in the sheds.`;
    const magnesium =
      'Per Dahl: “Magnesium helps nobody to sleep, because the body needs very little of it.” [0:00]';
    const earlier = [{ question: 'Does magnesium help?', answer: magnesium }];
    const text = await ask('What about wine?', spoken(talk), earlier);
    expect(text).toMatch(
      /wine\."? Does he\?”[^\n]*\n\nPer Dahl: “He falls asleep sooner\. And then/,
    );
  });

  it('invents no disagreement, and finds the one with somebody or about something', async () => {
    expect(await ask('Who disagrees with Otto?')).toBe('No open disagreement was found.');
    expect(await ask('Does anybody disagree about salt?')).toMatch(
      /^No open disagreement was found about that\. What is said about it:\n\n.*“Salt slows/s,
    );
    const talk = `${SHIPS}
Ida Holm: The ferry should sail every hour, also in the night.
Per Dahl: I disagree, the ferry is empty after nine.
Ida Holm: The lighthouse needs a new lamp.`;
    for (const question of [
      'Who disagrees with Ida?',
      'Do they disagree about the ferry?',
      'do they agree on the ferry',
    ]) {
      expect(await ask(question, spoken(talk))).toMatch(
        /^Ida Holm: “The ferry should sail [^\n]+\n\nPer Dahl: “I disagree, the ferry[^\n]+/,
      );
    }
    expect(await ask('Does anybody disagree about the lighthouse?', spoken(talk))).toMatch(
      /^No open disagreement/,
    );
    expect(await ask('where do they not agree?', spoken(talk))).toContain('“I disagree, the ferry');
    // Nobody objects here.
    for (const question of ['What is object storage?', 'Which objects are in the museum?'])
      expect(await ask(question, spoken(talk))).not.toContain('disagreement');
    expect(await ask('What does Per object to?', spoken(talk))).toContain('“I disagree, the ferry');
    for (const objection of [
      "I've got to disagree",
      "I'd disagree",
      'I really have to disagree',
      "Well, I don't know about that",
      'Not necessarily',
      'I see that a bit differently',
    ]) {
      const other = talk.replace('I disagree', objection);
      expect(await ask('Who disagrees with Ida?', spoken(other))).toContain(objection);
    }
    const agreed = talk.replace('I disagree', "I'd never disagree");
    expect(await ask('Who disagrees with Ida?', spoken(agreed))).toMatch(/^No open disagreement/);
    const doubt = talk.replace('I disagree, the', 'I am not sure I agree. The');
    expect(await ask('What do the two sailors disagree about?', spoken(doubt))).toContain(
      'Per Dahl: “I am not sure I agree. The ferry is empty after nine.” [0:18]',
    );
    const question = 'What do they say about the lighthouse?';
    const earlier = [{ question, answer: await ask(question, spoken(talk)) }];
    expect(await ask('Where do they disagree?', spoken(talk), earlier)).toMatch(
      /^No open disagreement was found about that\. Where they disagree:\n\nIda Holm: .*\n\nPer Dahl: “I disagree, the ferry/,
    );
  });

  it('to what somebody says or advises is their own, and nobody else’s', async () => {
    const talk = `Ida Holm: You should paint every ship in the winter, because the ice keeps it in the harbour.
Per Dahl: The crane of the harbour was built in 1931, and it still lifts ten tons of fish.
Ida Holm: The sails are repaired by two people, and one of them has done it for thirty years.`;
    const episode = spoken(talk);
    expect(await ask('What does Dahl say?', episode)).toMatch(/^Per Dahl: “The crane[^\n]+$/);
    expect(await ask('What should I know from Ida?', episode)).toMatch(
      /^Ida Holm: “You should paint every ship[^\n]+$/,
    );
    expect(await ask('What should I know from Dahl?', episode)).toBe(
      'I found no answer to that in this episode.',
    );
  });

  it('to a question without any topic is what matters', async () => {
    expect(await ask('What do they say?')).toMatch(
      /^What matters most in it:\n\n- [\s\S]*“Salt slows the yeast/,
    );
    const text = await ask('What should I know?', spoken(SHIPS));
    expect(text).toMatch(/^What matters most in it:\n\n- Ida Holm: “The harbour closes/);
  });

  it('says without a transcript that it knows only title and description', async () => {
    const bare = { ...BREAD, lines: [] };
    const text = await ask('What does the baker from Ghent talk about?', bare);
    expect(text).toContain('no transcript');
    expect(text).toContain('A baker from Ghent on starters');
    expect(await ask('How deep is Lake Baikal?', bare)).toContain('A baker from Ghent on starters');
    expect(await ask('Who won?', { ...bare, description: '' })).toContain('sourdough');
  });

  it('has no citations if the transcript has no times', async () => {
    const lines = BREAD.lines.map((line) => ({ ...line, start: null, end: null }));
    const text = await ask('Who taught Otto to bake?', { ...BREAD, lines });
    expect(text).toContain('Lena Vermeulen');
    expect(findCitations(text)).toEqual([]);
  });

  it('never gives HTML or live Markdown that stood in the transcript', async () => {
    const lines = captions(
      'Eve *X*: The secret recipe is <img src=x onerror=alert(1)> and [click](javascript:alert(1)) **now** `rm`.',
    );
    const text = await ask('What is the secret recipe?', { ...BREAD, lines });
    expect(text).toContain('secret recipe');
    expect(text.replace(/\[\d+:\d\d\]/g, '')).not.toMatch(/(?<!\\)[<*`[]/);
  });

  it('does not fail on other languages, odd signs or nothing at all', async () => {
    const episode = spoken(
      'Ana: Hoy hablamos del pan. La masa madre necesita tiempo.\nLi: 面包需要时间。盐很重要。',
    );
    for (const question of ['盐重要吗?', '???', '', '\u0000💥', 'a'.repeat(2000)]) {
      expect((await ask(question, episode)).length).toBeGreaterThan(0);
    }
    expect(await ask('¿Qué necesita la masa madre?', episode)).toContain('tiempo');
  });

  it('says why a request in another language finds nothing', async () => {
    const german = spoken(
      'Ana: Heute backen wir Brot mit Sauerteig.\nBen: Der Sauerteig braucht Wärme und zwölf Stunden.',
    );
    expect(await ask('Fasse das bitte zusammen', german)).toMatch(
      /^I found no mention of that in this episode\. It is not in English/,
    );
    expect(await ask('Wie lange braucht der Sauerteig?', german)).toContain('zwölf Stunden');
    expect(await ask('What does it say about helicopters?')).not.toContain('not in English');
  });

  it('to a greeting, thanks or a farewell is one', async () => {
    expect(await ask('Hello!')).toMatch(/^Hello!/);
    expect(await ask('ok thanks a lot')).toMatch(/^You're welcome/);
    expect(await ask('See you!')).toMatch(/^Goodbye/);
  });

  it('is not begun for a question that was called off', async () => {
    const stream = assistant.answer(BREAD, 'Why?', [], READER, { signal: AbortSignal.abort() });
    await expect(collect(stream, BREAD.lines)).rejects.toThrow(AssistantError);
  });
});

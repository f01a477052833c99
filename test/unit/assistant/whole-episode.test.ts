import { describe, expect, it } from 'vitest';
import { parseRequest } from '../../../worker/assistant/asking/parse-request.ts';
import { parseTopicRequest } from '../../../worker/assistant/asking/parse-topic-request.ts';
import { NOTHING_FOUND } from '../../../worker/assistant/embedded/nothing-found.ts';
import { evidenceOf } from '../../../worker/assistant/embedded/statements.ts';
import { indexWithPauses } from '../../../worker/assistant/retrieval/transcript-index.ts';
import { findCitations } from '../../support/find-citations.ts';
import { ask, BREAD, captions, SHIPS, spoken } from './fixtures.ts';

const DESCRIBED = `Its description says: “${BREAD.description}”`;
const OWN_WORDS = `${DESCRIBED}\n\nIn the episode's own words`;

const FOUND_NONE = new RegExp(`^${NOTHING_FOUND}`);

describe('a request about the whole episode', () => {
  it.each([
    'Summary please',
    'tl;dr',
    'What is this episode about?',
    'key takeaways',
    'Catch me up',
    'What should I remember from this?',
    'Summarise this for my CMO',
    'I am a nurse. Why should I care?',
    'As a product manager, what should I do after this?',
    'Which parts matter most to a family doctor?',
    'What do they disagree about?',
    'What numbers should I know?',
    'Which questions were asked?',
  ])('%s: is never refused', async (request) => {
    const text = await ask(request);
    expect(text).not.toMatch(FOUND_NONE);
    expect(findCitations(text).length).toBeGreaterThan(0);
  });

  it.each([
    ['Walk me through the episode', OWN_WORDS],
    ['what can I apply tomorrow', /^What is advised:/],
    ['What does the guest recommend?', /^What is advised:/],
    ['Who does what until the next one?', /^What is advised:/],
    ["What's the bottom line?", /^What matters most, in the episode's own words:/],
    ['What would an HR lead take away from this?', /^What matters most for an HR lead/],
    ['a pull quote for my newsletter pls', /^Worth quoting:/],
    ['I missed it, fill me in', OWN_WORDS],
    ["Who's speaking?", /^On this episode:/],
    ['Give me timestamps', /^The topics, and where each begins:/],
    ['Anything the speakers clash over?', /^No open disagreement was found\./],
    ['hard numbers only, no fluff', /^The figures:/],
    ['How does it end?', /^How it ends, in the episode's own words:/],
    ['Summarise it in detail, with every step, price and date', OWN_WORDS],
    ['A list with all quotes', /^Worth quoting:/],
    ['What is this about in one sentence?', DESCRIBED],
    ['Tell me the story', OWN_WORDS],
    ['Write me a short summary of his story for LinkedIn', OWN_WORDS],
    [
      'im writing on flour for students, give me the 4 takeaways of this episode',
      /^What matters most for students/,
    ],
    ['what should i take away as an SRE?', /^What matters most for an SRE/],
    ['What did they suggest?', /^What is advised:/],
    ['Spark notes version', OWN_WORDS],
    ['Bull vs bear case from this call, 4 bullets', /^What matters most/],
    ['One punchy quote that I can put on LinkedIn', /^Worth quoting:/],
    ['Tone check: where were they most candid?', OWN_WORDS],
    ['Give me the step by step plan they gave the caller', /^What is advised:/],
    ['The long and short of it', OWN_WORDS],
    ['Poke holes in this', /^No open disagreement was found\./],
    ['Further reading?', /^What is advised:/],
    ['What numbers did they throw around?', /^The figures:/],
    ['Anything groundbreaking in here?', /^What matters most/],
    ['Draft an email to my boss about why this matters', /^What matters most for your boss/],
    [
      'Prepare a short brief for our executive committee',
      `${OWN_WORDS} for your executive committee:`,
    ],
    ['Is this worth forwarding to my team?', `${OWN_WORDS} for your team:`],
    ['Three lessons as a checklist', /^What is advised:/],
    ['Can I have a checklist to send to staff?', /^What is advised for staff:/],
    ['Turn this into a checklist that I send before the price of flour rises', /^What is advised:/],
    ['Create a policy for our company based on this', /^What is advised for your company:/],
    ['What questions should I ask my team about this?', /^What matters most for your team/],
    ['Summarise it for the referral letter', OWN_WORDS],
    ['Write a short note for the file', OWN_WORDS],
    [
      'What would a sceptical baker object to?',
      /^(?:On|Nobody here speaks of) drawbacks and risks/,
    ],
  ])('%s: is recognised', async (request, lead) => {
    const text = await ask(request);
    if (typeof lead === 'string') expect(text.slice(0, lead.length)).toBe(lead);
    else expect(text).toMatch(lead);
  });

  it.each([
    ['What should I do differently after this?', /^What is advised:/],
    ['Who is on it?', /^On this episode:/],
  ])('%s: is recognised in a conversation', async (request, lead) => {
    const earlier = [{ question: 'What is rye?', answer: 'Rye is a grain.' }];
    expect(await ask(request, BREAD, earlier)).toMatch(lead);
  });

  it('in another language gets quotations, and why they stay as they are', async () => {
    const text = await ask('Summary in German, please');
    expect(text).toMatch(/^I quote word for word, so I can't write this in German: .*\n\n/);
    expect(text).toContain(`\n\n${OWN_WORDS}:`);
    expect(findCitations(text).length).toBeGreaterThan(0);
    expect(await ask('Explain it in plain English')).not.toContain('word for word');
    expect(await ask('What do they say about flour in German bakeries?')).not.toMatch(/^I quote/);
  });

  it('about an episode in another language claims nothing of what is only told in English', async () => {
    const german = spoken(
      'Ana: Mein Rat zum Brot: Nehmt immer eine Waage und messt das Wasser genau ab.\nBen: Der Sauerteig braucht warmes Wasser und mindestens zwölf Stunden.',
    );
    expect(await ask('What should I do?', german)).toMatch(
      /^I recognise that only in English\. What matters most:/,
    );
    expect(await ask('Which mistakes were made?', german)).not.toContain('Nobody');
    expect(await ask('Which mistakes were made?', spoken(SHIPS))).toContain(
      'Nobody here speaks of',
    );
  });

  it('for an audience chooses what fits it, but tells the reader no reasons', async () => {
    const talk = `Otto Brenner: We hire bakers slowly, and a new employee works beside an old one for a year before their salary rises.\n${MILL}`;
    const reader = { industry: null, role: 'HR lead', goals: null };
    const one = 'One takeaway, please';
    expect(await ask(one, spoken(talk), [], reader)).toContain('(because you lead HR)');
    const text = await ask('One takeaway for an HR lead', spoken(talk), [], reader);
    expect(text).toContain('We hire bakers');
    expect(text).not.toContain('because you');
  });

  it('about its end or beginning gets sentences from there', async () => {
    const start = await ask('How does it start?');
    expect(start).toMatch(/^How it begins, in the episode's own words:/);
    expect(start).toContain('12,000 euros');
    expect(start).not.toContain('second shop');
    const end = await ask('Summarise how it ends');
    expect(end).toContain('second shop');
    expect(end).not.toContain('12,000 euros');
  });

  it('quotes who names the kind of content, even if it says little alone', async () => {
    const decks = Array.from({ length: 600 }, (_, i) => `We painted the hatch of deck ${i} grey.`);
    const talk = `${SHIPS}
Per Dahl: ${decks.join(' ')}
Ida Holm: It is slow. Um that's the only that's the only drawback of it I see, okay?`;
    const text = await ask('Any drawbacks?', spoken(talk));
    expect(text).toMatch(/^On drawbacks, .*“That's the only that's the only drawback/s);
  });

  it('about a kind of content quotes no advertisement', async () => {
    const talk = `${SHIPS}
Ida Holm: This episode is sponsored by Dunmore Paint. Dunmore Paint has no drawbacks on any hull. Get it at dunmore dot com slash hull.
${SHIPS}`;
    expect(await ask('Any drawbacks?', spoken(talk))).toMatch(/^Nobody here speaks of drawbacks/);
  });

  it('about a kind of content quotes no greeting', async () => {
    const talk = `Ida Holm: Welcome to the show about drawbacks, everybody.\n${SHIPS}`;
    expect(await ask('Any drawbacks?', spoken(talk))).toMatch(/^Nobody here speaks of drawbacks/);
  });

  it('about a kind of content gets what is said of it, or says that nobody speaks of it', async () => {
    const mistakes = await ask('Which mistakes do they mention?');
    expect(mistakes).toMatch(
      /^On mistakes, in the episode's own words:\n\n- .*half of all mistakes/,
    );
    expect(await ask('What predictions do they make?')).toMatch(
      /^Nobody here speaks of predictions in so many words\. What matters most:\n\n- /,
    );
  });

  it('about a kind of content gets what is replied to a question about it', async () => {
    const talk = `${SHIPS}
Ida Holm: What was the worst mistake of that winter?
Per Dahl: Nobody had counted the lamps before the harbour closed.`;
    expect(await ask('What mistakes do they mention?', spoken(talk))).toMatch(
      /^On mistakes, [^\n]+\n\n- Per Dahl: “Nobody had counted the lamps/,
    );
  });

  it('for advice is a question if listeners say what it is about', async () => {
    const talk = `${SHIPS}
Ida Holm: A dog that fears the ice learns it in small steps, and nobody pulls.
Per Dahl: You should paint every ship in the winter, because the harbour is closed.`;
    const text = await ask('My dog refuses the ice. What can I do?', spoken(talk));
    expect(text).toMatch(/^Ida Holm: “A dog that fears/);
    expect(await ask('My boss missed it. What can I do?', spoken(talk))).toMatch(
      /^What is advised/,
    );
  });

  it('about a feeling gets what is said of it', async () => {
    const talk = `${MILL}\nBen Ruiz: It surprised the whole town that the mill still earned 4,000 euros a year.`;
    expect(await ask('What surprised them?', spoken(talk))).toMatch(
      /^On surprises, in the episode's own words:\n\n- Ben Ruiz: “It surprised the whole town/,
    );
  });

  it('for decisions gets those that are called so', async () => {
    const talk = `${MILL}\nBen Ruiz: The board decided that the mill gets a new sail before the winter.`;
    expect(await ask('What did they decide?', spoken(talk))).toMatch(
      /^On decisions, in the episode's own words:\n\n- Ben Ruiz: “The board decided/,
    );
  });

  it('for a summary begins with what the show says that it is about', async () => {
    expect(await ask('Summarise the episode')).toContain(
      `${OWN_WORDS}:\n\n- Maya Okafor: “Today we talk about bread`,
    );
    const asking = BREAD.lines.map((line, at) =>
      at < 4
        ? { ...line, text: line.text.replace('Today we talk about', 'Today we ask how salt makes') }
        : line,
    );
    expect(await ask('Summarise the episode', { ...BREAD, lines: asking })).toContain(
      "In the episode's own words:\n\n- Maya Okafor: “Today we ask how salt makes bread",
    );
    for (const beginning of ['This episode is about', "Today's subject is"]) {
      const lines = BREAD.lines.map((line, at) =>
        at < 4 ? { ...line, text: line.text.replace('Today we talk about', beginning) } : line,
      );
      expect(await ask('Summarise the episode', { ...BREAD, lines })).toContain(
        `- Maya Okafor: “${beginning} bread`,
      );
    }
  });

  it('for a summary names what is spoken of most, if the show does not say what it is about', async () => {
    const talk = `Ann Lee: The mill grinds rye because the farmers bring rye, and the mill stops without wind.
Ben Ruiz: The mill needs a new sail, since the old sail of the mill broke in the storm.
Ann Lee: A sail costs 900 euros, and 900 euros are more euros than rye earns, so the farmers pay the euros with rye.`;
    expect(await ask('Summarise the episode', spoken(talk))).toMatch(
      /^Mostly about (?!.*euros.*, in)\w+(, \w+)* and \w+, in the episode's own words:\n\n- /,
    );
    expect(await ask('Sum it up in one sentence', spoken(talk))).toMatch(
      /^Mostly about \w+(, \w+)* and \w+: (Ann Lee|Ben Ruiz): “[^“]+$/,
    );
  });

  describe('for a summary quotes the description', () => {
    const said = 'Rye needs a slow oven. How a baker keeps salt and water in balance.';
    const described = (description: string, question = 'Summarise the episode') =>
      ask(question, { ...BREAD, description });

    it('if most of its words are said in the episode', async () => {
      const link = 'Thanks to our sponsor! More at https://example.com/bread';
      expect(await described(`${said}\n${link}`)).toMatch(
        `Its description says: “${said}”\n\nIn the episode's own words:\n\n- `,
      );
      expect(await described('Tide tables for sailors of the northern harbours.')).toMatch(
        /^In the episode's own words:/,
      );
    });

    it('in as many sentences as are asked for, before what is said in the episode', async () => {
      expect(await described(said, 'What is this about in one sentence?')).toMatch(
        /^Its description says: “Rye needs a slow oven\.”$/,
      );
      expect(await described(said, 'What is this about in two sentences?')).toMatch(
        /^Its description says: “Rye needs a slow oven\.” Maya Okafor: “[^“]+$/,
      );
    });

    it('with a few sentences of the episode in a paragraph', async () => {
      const text = await described(said, 'A one-paragraph summary for our newsletter');
      expect(text).toMatch(/^Its description says: “[^”]+” \S[^\n]+$/);
      expect(text.match(/“/g)).toHaveLength(4);
    });

    it('without its question, if one sentence is asked for', async () => {
      expect(await described(`Do you bake? ${said}`, 'Sum it up in one sentence')).toBe(
        'Its description says: “Rye needs a slow oven.”',
      );
    });

    it('in about sixty words', async () => {
      const long = Array.from({ length: 20 }, () => 'Rye needs salt and water.').join(' ');
      const [, quoted = ''] =
        /says: “([^”]+)”/.exec(await described(long, 'Summarise it in 20 bullets')) ?? [];
      expect(quoted.split(' ')).toHaveLength(60);
    });

    it('not for its beginning, its end or its main points', async () => {
      for (const question of ['How does it end?', 'Key takeaways'])
        expect(await described(said, question)).not.toContain('description');
    });

    it('with nothing in it that looks like a citation or a link', async () => {
      const text = await described('Rye and salt at [0:20]: the [oven](https://evil.example).');
      expect(findCitations(text).flatMap(({ seconds }) => seconds)).not.toContain(20);
      expect(text).not.toContain('](https://evil');
    });
  });

  it('for a dispute in court gets as much of each side', async () => {
    const talk = `Ms. Ruiz: May it please the Court. The statute requires notice, because the second clause protects every tenant. Congress wrote the provision after landlords in Ohio emptied houses at night. The petitioner asks whether a letter under the door satisfies the circuit. Precedent requires a signed receipt for every amendment of the contract.
Mr. Cole: May it please the Court. The respondent paid the tenant because the contract says so. I saw that your house stood there in the snow.`;
    const text = await ask('What do they disagree on?', spoken(talk));
    expect(text.match(/^- Ms. Ruiz: /gm)).toHaveLength(3);
    expect(text.match(/^- Mr. Cole: /gm)).toHaveLength(2);
    // Two of three main points are one of each side.
    const points = await ask('The argument in three bullets for a client', spoken(talk));
    expect(points).toMatch(/^- Ms. Ruiz: [\s\S]+^- Mr. Cole: /m);
    expect(points.match(/^- /gm)).toHaveLength(3);
  });

  it('for what is recommended of a kind gets what is said of it, or else all advice', async () => {
    const advice =
      'Ben Ruiz: You should grind the rye of the mill on a dry day, because wet rye sticks.';
    const tool = 'Ann Lee: The best tool of the mill is a small brass scale from Ghent.';
    const asked = 'Which tools do they recommend?';
    expect(await ask(asked, spoken(`${MILL}\n${advice}\n${tool}`))).toMatch(
      /^On tools, in the episode's own words:\n\n- Ann Lee: “The best tool/,
    );
    expect(await ask(asked, spoken(`${MILL}\n${advice}`))).toMatch(
      /^Nobody here speaks of tools in so many words. What is advised:\n\n- Ben Ruiz: “You should grind/,
    );
  });

  it('for figures gets those that are written as words too', async () => {
    const talk = `${MILL}\nBen Ruiz: The mill grinds five hundred sacks of rye before the winter comes.`;
    expect(await ask('Which numbers matter?', spoken(talk))).toMatch(
      /^The figures:.*five hundred sacks/s,
    );
  });

  it('for figures prefers what is counted to the numbers of names', async () => {
    const text = await ask(
      'Give me the figures, please',
      spoken(`Ann Lee: The library computers still run Windows 11, because nobody has time for an update.
Ben Ruiz: The old engine burns 40 litres of oil and earns 900 euros an hour, because the engine never stops.`),
    );
    expect(text).toContain('40 litres');
    expect(text).not.toContain('Windows');
  });

  it('leaves out a quotation mark whose other half is not quoted', async () => {
    const talk = 'Ann Lee: He wrote "We love winter. The old mill stops when nobody is there."';
    const { sentences } = await indexWithPauses(spoken(talk).lines);
    expect(evidenceOf(sentences.slice(1)).quotation).toBe(
      'The old mill stops when nobody is there.',
    );
    expect(evidenceOf(sentences).quotation.match(/"/g)).toHaveLength(2);
  });

  it.each(['When will she hear about it?', 'Who asked them to make this show?'])(
    '%s asks for a person or a time, not for a summary',
    async (question) => {
      expect(await ask(question)).not.toMatch(/^Its description says|own words:/);
    },
  );

  it('whether somebody else may do something is no request', async () => {
    const talk = spoken(`${SHIPS}
Per Dahl: My brother can still sail in the summer, since his back is better.`);
    const text = await ask('can he still sail as a teacher', talk);
    expect(text).not.toContain('What matters most');
  });

  it('what happened is no request for advice', async () => {
    const talk = `${MILL}\nBen Ruiz: You should oil the wheel of a mill before the winter, because the cold wood breaks.\nAnn Lee: We got started with a loan from the town in 1990.`;
    expect(await ask('How did they get started?', spoken(talk))).toContain('a loan from the town');
    for (const question of ['What will she do now?', 'When is the follow-up?']) {
      expect(await ask(question, spoken(talk))).not.toMatch(/is advised/);
    }
  });

  it.each([
    'What if I miss the deadline?',
    'What happens if we start late?',
    'How long until I see results?',
    'How often should I do it?',
    'Can I do that at home?',
    'Do we have to change anything?',
    'Does it apply to me?',
    'Will people leave when they see the numbers?',
    'When does it start?',
    'Do I need to tell my customers?',
    'How did she come to give this keynote?',
    'What should be in the letter?',
    'When does the clock start?',
    'What do they do for the office staff?',
    'How did she pay for the nurses?',
    'What questions should I ask?',
    'Who is having a hard time finding a job?',
  ])('is nothing that asks for something in particular: %s', (question) => {
    expect(parseRequest(question, () => 0)).toBeNull();
  });

  it.each([
    ['actions', 'Can you give me the next steps?'],
    ['actions', 'Do they give any advice?'],
    ['actions', 'Where do I begin?'],
    ['takeaways', 'Is anything surprising in it?'],
    ['figures', 'Are there any numbers?'],
    ['takeaways', 'What are the three biggest takeaways?'],
    ['summary', 'What happens in the last ten minutes?'],
    ['people', 'whos the host'],
    ['topics', 'When does the interview begin?'],
    ['summary', 'Write a letter to my team about it.'],
    ['questions', 'What questions were left open?'],
    ['takeaways', 'give me the quarter in 5 bullet points'],
  ])('is what asks for %s: %s', (wanted, request) => {
    expect(parseRequest(request, () => 0)?.intent).toBe(wanted);
  });

  it('are not about what listeners say of themselves before a command, however often it is said', () => {
    const request = parseRequest(
      'I run a bakery. Give me a checklist of what to do first.',
      () => 50,
    );
    expect(request?.intent).toBe('actions');
  });

  it.each(['key takeaways', 'three quotes', 'Sum it up in one sentence', 'What is the advice?'])(
    '%s: says that hardly anything is said, if so',
    async (request) => {
      const text = await ask(request, spoken('Ann Lee: Hi.'));
      expect(text).toBe('Hardly anything is said in this episode.');
    },
  );

  it('about the episode itself gets its title, date and length', async () => {
    const bread = { ...BREAD, publishedAt: new Date('2026-10-03T12:00:00Z') };
    expect(await ask('How long is this episode?', bread)).toBe(
      '“What makes a sourdough loaf rise” is an episode of “The Workshop”, published on Oct 3, 2026. It is about 2 min long.',
    );
    const earlier = [{ question: 'What does salt do?', answer: 'It slows the yeast.' }];
    expect(await ask('And when was it published?', bread, earlier)).toMatch(/^“What makes/);
    const lines = BREAD.lines.map((line) => ({ ...line, start: null, end: null, paragraph: 1 }));
    expect(await ask('When was this published?', { ...BREAD, lines })).toBe(
      '“What makes a sourdough loaf rise” is one of your sources.',
    );
  });

  it.each(['Translate it into German', 'Can you send this to my inbox?', 'Quiz me on this'])(
    '%s: is declined as something else',
    async (request) => {
      expect(await ask(request)).toBe(
        "I can't do that here. I only answer questions about “What makes a sourdough loaf rise”.",
      );
    },
  );

  it('gets the form that it asks for', async () => {
    const bullets = async (request: string) => (await ask(request)).match(/^- /gm)?.length ?? 0;
    expect(await bullets('Summarise the call in three bullets')).toBe(3);
    expect(await bullets('A couple of takeaways, please')).toBe(2);
    expect(await bullets('Give me 12 quotes')).toBe(12);
    expect(await bullets('What are the top 4 takeaways for an HR lead?')).toBe(4);
    const quotes = async (request: string) => (await ask(request)).match(/“/g)?.length ?? 0;
    expect(await quotes('Sum it up in one sentence')).toBe(1);
    expect(await quotes('Summarise the visit in one sentence')).toBe(1);
    expect(await quotes('Summarise this for my CTO in two sentences')).toBe(2);
    expect(await quotes('Write a two-sentence summary that I can send to my boss')).toBe(2);
  });

  it('writes bullets for an audience that the episode speaks of, too', async () => {
    const talk = `Maya Okafor: The board met in May, and the board asked for a plan because sales fell by 12 percent.
Lena Vermeulen: The board approved the plan, so we closed two shops and opened an online store.
Maya Okafor: What did the board want next?
Lena Vermeulen: You should measure returns every week, since returns cost us 40,000 euros last year.`;
    const text = await ask('Three bullets for the board, please', spoken(talk));
    expect(text.match(/^- /gm)).toHaveLength(3);
    expect(await ask('What does it mean for the board?', spoken(talk))).toContain('The board');
  });

  it('quotes nothing empty as what is replied about risks', async () => {
    const talk = `Maya Okafor: What are the risks of a starter that nobody has fed?
Otto Brenner: Well, it is as it is, and there it is.
Maya Okafor: The flour comes from a mill in Antwerp, and the price rises every spring.
Otto Brenner: A neglected starter is a risk because mould grows on the flour.`;
    const text = await ask('What are the risks?', spoken(talk));
    expect(text).toContain('A neglected starter is a risk');
    expect(text).not.toMatch(/it is as it is/i);
  });

  it('asks for the topics in a structured form, but not by naming something structured', () => {
    for (const request of ['How is it structured?', 'Write a structured outline'])
      expect(parseRequest(request, () => 0)?.intent).toBe('topics');
    expect(parseRequest('List the parts of a structured interview', () => 0)).toBeNull();
  });

  it('about one subject is answered in the form it asks for', async () => {
    for (const asked of [
      'Two bullets on salt',
      'I am a baker. Two lessons on salt, please',
      'Draft two points about salt for my boss',
    ]) {
      const text = await ask(asked);
      expect(text).toMatch(/^- Otto Brenner: “Salt slows the yeast/);
      expect(text.match(/^- /gm)).toHaveLength(2);
    }
    const sentences = await ask('Two sentences on salt');
    expect(sentences).not.toContain('- ');
    expect(sentences.match(/“/g)).toHaveLength(2);
    expect(await ask('Write a checklist about the starter')).toMatch(/^- Otto Brenner: “A starter/);
    expect(parseTopicRequest('Write a short note with the plan', () => 0)?.topic).toBe('plan');
    expect(parseTopicRequest('Summarise the talk about the name of the mill', () => 0)).toBeNull();
    expect(parseTopicRequest('Draft a list of what goes into a loaf', () => 0)).toMatchObject({
      topic: 'what goes into a loaf',
      count: 5,
    });
    const told = 'I own a bakery in Leeds. Give me three points about salt';
    expect(parseTopicRequest(told, () => 0)?.topic).toBe('salt');
    expect(parseRequest('What did the analysts ask?', () => 0)?.intent).toBe('questions');
    expect(parseRequest('What did the analysts ask about the mill?', () => 0)).toBeNull();
    expect(parseRequest('Sum it up for a client who is 60', () => 0)).toMatchObject({
      intent: 'summary',
      audience: 'a client who is 60',
    });
    for (const [asked, audience] of [
      ['Draft a checklist for my junior associate', 'my junior associate'],
      ['Give me three points for a patient leaflet', 'a patient leaflet'],
      ['Summarise this for my boss please', 'my boss'],
      ['Summarise this for my boss today', 'my boss'],
      ['Summarise this for my boss in French', 'my boss'],
    ] as const)
      expect(parseRequest(asked, () => 0)).toMatchObject({ audience });
    expect(parseRequest('What does it mean for our company taxes?', () => 0)).toBeNull();
    expect(parseRequest('Two bullets on orders for my boss', () => 0)).toBeNull();
    expect(parseRequest('Two bullets on this episode for my boss', () => 0)?.count).toBe(2);
    expect(parseTopicRequest('How many bakers use a checklist?', () => 0)).toBeNull();
    const question = 'What goes into a loaf?';
    expect(parseTopicRequest(`${question} As a short list`, () => 0)?.topic).toBe(question);
    expect(parseTopicRequest(`${question} In three bullets.`, () => 0)?.count).toBe(3);
    for (const asked of [
      'Explain a levain',
      'please explain to me a levain',
      'Can you explain a levain in simple terms?',
      'Explain a levain to me like I am a manager.',
    ])
      expect(parseTopicRequest(asked, () => 0)?.topic).toBe('What is a levain?');
    expect(parseTopicRequest('Define hydration levels', () => 0)?.topic).toMatch(/^What are h/);
    expect(parseTopicRequest('Explain how a levain rises', () => 0)).toBeNull();
    expect(parseTopicRequest('Explain this to me', () => 0)).toBeNull();
    expect(parseTopicRequest('The price of salt', () => 0)).toBeNull();
    for (const asked of ['And for a freelancer?', 'Can hackers get a machine to mine for them?'])
      expect(parseTopicRequest(asked, () => 0)).toBeNull();
    expect(parseTopicRequest('Can I have a checklist on salt?', () => 0)?.topic).toBe('salt?');
  });

  it('does not take a question about something in it for one', async () => {
    expect(await ask('What should a beginner buy first?')).not.toMatch(/matters most|own words/);
    expect(await ask('Summarise the discussion about salt')).toContain('Salt slows the yeast');
    expect(await ask('What biases do hosts have?')).not.toMatch(/own words/);
    expect(await ask('What did they say about mistakes?')).not.toMatch(/^On mistakes/);
    expect(await ask("What's wrong with telling people what they want?")).not.toMatch(
      /^On mistakes/,
    );
    expect(await ask("What's wrong with this?")).toMatch(/^On mistakes/);
    expect(await ask('Describe the soap')).not.toMatch(/own words|matters most/);
    expect(await ask('What do they recommend for meetings?')).not.toMatch(/^What is advised/);
    expect(await ask('Why do they recommend a cooler room?')).toContain('cooler room');
    expect(await ask('Why do people jump to conclusions?')).not.toMatch(/^The topics/);
    expect(await ask('Why does this matter?')).toMatch(/^What matters most/);
    expect(await ask('What does he look for in people?')).not.toMatch(/for in people/);
    expect(await ask('How should an interface report errors?')).not.toMatch(/matters most/);
    const mine = 'My payslip shrank and I do not know why.';
    for (const asked of ['What might have happened?', 'What questions should I ask?'])
      expect(await ask(`${mine} ${asked}`)).not.toMatch(/^Asked in|own words/);
    expect(await ask('Who makes the decisions?')).not.toMatch(/^(?:On|Nobody here) /);
    const talk = `Ida Holm: The context length limits a model, and the context length is counted in tokens.
Per Dahl: The context length is the number of tokens it reads, and every model has another context length.
Ida Holm: The engineers were tired in the evening.`;
    expect(await ask('What is context length?', spoken(talk))).toContain('the number of tokens');
    expect(await ask('What is the length?', spoken(talk))).toMatch(/ is an episode of /);
    expect(await ask('What can models do in the evening?', spoken(talk))).not.toMatch(/advice/);
  });

  it('for people names who speaks, with what they do', async () => {
    const text = await ask(
      'Who is on this episode?',
      spoken(`Maya Okafor: My guest is Lena Vermeulen, a professor of milling at Antwerp.
Lena Vermeulen: Thank you. The mill turns when the wind blows, and it stops at night.
Jingle: La la la, the mill song.`),
    );
    expect(text).toContain('Lena Vermeulen, professor of milling at Antwerp');
    expect(text).toContain('Maya Okafor');
    expect(text).not.toContain('Jingle');
  });

  it('for people finds those who are introduced late, each with a role', async () => {
    const chat = Array.from(
      { length: 50 },
      (_, at) => `Maya Okafor: The loaf number ${at} rose well.\nJo Brandt: Mine sank ${at} times.`,
    ).join('\n');
    const talk = `${chat}
Maya Okafor: Today on the show we have Lena Vermeulen and Otto Brenner. Lena, you are the director of milling at Acme Mills and a baker of rye. And Otto, you are a chemist.
Lena Vermeulen: Thank you. The mill turns when the wind blows, and it stops at night.
Otto Brenner: And yeast never sleeps, which is why I came.`;
    const people = await ask('Who is on this episode?', spoken(talk));
    expect(people).toContain('Lena Vermeulen, director of milling at Acme Mills (');
    const guests = await ask('Who are the guests?', spoken(talk));
    expect(guests).toContain('you are the director of milling');
    expect(guests).toContain('you are a chemist');
    expect(guests).not.toContain('Jo Brandt');
  });

  it('for people takes nobody for a guest who is called a host', async () => {
    const talk =
      spoken(`Maya Okafor: Welcome to the show. I am joined as always by my co-host, Jo Brandt, who is a baker.
Jo Brandt: The oven is warm, and I slept well, and I brought the rye.
Maya Okafor: My guest is Lena Vermeulen, who is a miller.
Lena Vermeulen: Thank you. The mill turns when the wind blows, and it stops at night.`);
    expect(await ask('What does the guest do?', talk)).toContain('a miller');
    expect(await ask('What does she do?', talk)).not.toContain('Jo Brandt');
  });

  it('for people uses introductions if no speaker is named', async () => {
    const talk = `X: Welcome to the show. My guest is Lena Vermeulen, a writer from Antwerp. The mill turns when the wind blows.`;
    const lines = captions(talk).map((line) => ({ ...line, speaker: null }));
    expect(await ask('Who is the guest?', { ...BREAD, description: '', lines })).toContain(
      'Lena Vermeulen',
    );
  });

  it('for people uses a trade told of somebody by their first name if no speaker is named', async () => {
    const lines = captions(
      `X: The person in my shed is Lena Vermeulen. Lena is an actuary, isn't she? The mill turns when the wind blows.`,
    ).map((line) => ({ ...line, speaker: null }));
    const text = await ask('Who is on this episode?', { ...BREAD, description: '', lines });
    expect(text).toContain('- Lena Vermeulen, actuary');
  });

  it('for people uses whom the host thanks at the end, but not the name of the show', async () => {
    const lines = captions(
      `X: This is The Long Workshop. ${'The mill turns when the wind blows. '.repeat(90)}Our guest today was Lena Vermeulen and this was our show.`,
    ).map((line) => ({ ...line, speaker: null }));
    const episode = { ...BREAD, podcastTitle: 'The Long Workshop', description: '', lines };
    const text = await ask('Who is on this episode?', episode);
    expect(text).toMatch(/^On this episode:\n\n- Lena Vermeulen, guest [^\n]*$/);
  });

  it('for people tells who hosts and who visits', async () => {
    const talk = `Ida Holm: I am your host, Ida Holm, and we have Lena Vermeulen here. With me as always is Bo Lind.
Lena Vermeulen: The mill turns when the wind blows over the meadow.
Bo Lind: The oven is hot before the sun rises over the town.`;
    expect(await ask('Who is on this episode?', spoken(talk))).toMatch(
      /- Ida Holm, host \(.+\n- Bo Lind \(.+\n- Lena Vermeulen, guest \(/,
    );
    expect(await ask('Who is the guest?', spoken(talk))).toMatch(
      /^Ida Holm: “[^\n]+ Lena Vermeulen/,
    );
  });

  it('for people knows the hosts of the podcast, and whom they introduce', async () => {
    const talk = `Ida Holm: I am Ida Holm. Lena Vermeulen is a miller in Delft. With us as always is Bo Lind, a baker.
Lena Vermeulen: The mill turns when the wind blows over the meadow.
Bo Lind: The oven is hot before the sun rises over the town.`;
    const episode = { ...spoken(talk), podcastHost: 'Ida Holm (The Workshop)' };
    expect(await ask('Who is the host?', episode)).toMatch(/^Ida Holm: “I am Ida Holm\.”/);
    expect(await ask('Who is the guest?', episode)).toMatch(
      /^Ida Holm: “Lena Vermeulen is a miller/,
    );
    expect(await ask('Who is on this episode?', episode)).toContain('- Ida Holm, host (');
  });

  it('for people takes for a guest whose life a host of the podcast tells, without a role', async () => {
    const talk = `Ida Holm: I am Ida Holm. Lena Vermeulen founded Vermeulen Mills, which sells rye to nine bakers.
Lena Vermeulen: The mill turns when the wind blows over the meadow.`;
    const episode = { ...spoken(talk), podcastHost: 'Ida Holm' };
    expect(await ask('Who are the guests?', episode)).toMatch(/^Ida Holm: “Lena Vermeulen founded/);
  });

  it('for people tells who hosts from who welcomes, and who visits if only one other speaks', async () => {
    const welcome = 'Ida Holm: Welcome to the show. What makes a mill turn in the winter?';
    const told =
      'Lena Vermeulen: I was talking to a miller, and the mill turns when the wind blows.';
    const alone = await ask('Who is on this episode?', spoken(`${welcome}\n${told}`));
    expect(alone).toMatch(/- Ida Holm, host \(/);
    expect(alone).toMatch(/- Lena Vermeulen, guest \(/);
    const other = 'Bo Lind: The oven is hot before the sun rises over the town, and we sleep then.';
    const several = await ask('Who is on this episode?', spoken(`${welcome}\n${told}\n${other}`));
    expect(several).toMatch(/- Ida Holm, host \(/);
    expect(several).not.toContain('guest');
  });

  it('for people tells who has which label', async () => {
    const talk = `SPEAKER_00: My name is Tom Ferris, and with me is Lena Vermeulen, a writer from Antwerp.
SPEAKER_01: The mill turns when the wind blows, and it stops when the wind stops.`;
    const text = await ask('Who is on this episode?', {
      ...BREAD,
      description: '',
      lines: captions(talk),
    });
    expect(text).toMatch(/^- Lena Vermeulen, writer, here “SPEAKER_01” \(/m);
    expect(text).toMatch(/^- Tom Ferris, here “SPEAKER_00” \(/m);
  });

  it('for people gives nobody the role of whom is named next', async () => {
    const talk = `Ida Holm: With me are our chief executive, Peter Ashby, and our chief financial officer, Jana Vrba.
Peter Ashby: The mill turned a profit for the first time.
Jana Vrba: The profit of the mill was 900 euros.`;
    const text = await ask('Who is on this episode?', spoken(talk));
    expect(text).toMatch(/Peter Ashby, chief executive \(/);
    expect(text).toMatch(/Jana Vrba, chief financial officer \(/);
  });

  it('for people names a role as it is, without its article', async () => {
    const text = await ask(
      'Who is on this episode?',
      spoken(`Maya Okafor: With me are Lena Vermeulen, who is an advanced milling engineer at Fastmill, and Ida Holm, an advanced baker.
Lena Vermeulen: The mill turns when the wind blows, and it stops at night.
Ida Holm: The oven is hot before the sun rises over the town.`),
    );
    expect(text).toContain('Lena Vermeulen, advanced milling engineer at Fastmill');
    expect(text).toContain('Ida Holm, advanced baker');
  });

  it('for people says so if there are none', async () => {
    const lines = captions(MILL).map((line) => ({ ...line, speaker: null }));
    expect(await ask('Who speaks?', { ...BREAD, description: '', lines })).toBe(
      'The transcript names nobody, and nobody is introduced.',
    );
  });

  it('for people names those of the description if nobody is named in the transcript', async () => {
    const lines = captions(MILL).map((line) => ({ ...line, speaker: null }));
    const description =
      'A talk with Lena Vermeulen, a writer from Antwerp. Welcome Ida Holm. Mons Berg sang.';
    const text = await ask('Who is on this episode?', { ...BREAD, description, lines });
    expect(text.split('\n').filter((line) => line.startsWith('- '))).toEqual([
      '- Lena Vermeulen, writer',
      '- Ida Holm',
    ]);
  });

  it('for topics names each, in order, with the time at which it begins', async () => {
    const text = await ask('What topics are covered?');
    expect(text).toMatch(/^The topics, and where each begins:\n\n/);
    const topics = [...text.matchAll(/^- (.+) \[(\d+):(\d\d)\]$/gm)];
    expect(topics.length).toBeGreaterThan(2);
    expect(topics.map(([, name]) => name)).toContain('Salt and weight');
    const seconds = topics.map(([, , minute, second]) => Number(minute) * 60 + Number(second));
    expect(seconds).toEqual(seconds.toSorted((a, b) => a - b));
  });

  it('for quotations gets them word for word', async () => {
    const text = await ask('Three quotes, please');
    expect(text).toMatch(/^Worth quoting:\n\n/);
    const said = BREAD.lines.map((line) => line.text).join(' ');
    const quotes = [...text.matchAll(/^- \S+ \S+: “(.+)” \[\d+:\d\d\]$/gm)];
    expect(quotes).toHaveLength(3);
    for (const [, quote = ''] of quotes) expect(said).toContain(quote);
  });

  it('for disagreements gets both sides, with what is said instead', async () => {
    const text = await ask('What do they disagree about?', spoken(DISPUTE));
    expect(text).toBe(
      'Where they disagree:\n\n- Ann Lee: “You should pay every invoice on the first day of the month, because it ' +
        'keeps suppliers friendly.” [0:00] Ben Ruiz: “I do not think so, and I disagree with the whole plan. ' +
        'That only costs you interest.” [0:09]',
    );
  });

  it.each([
    ['what others say', 'Well, they say that the market is efficient, and not necessarily wrong.'],
    ['a figure of speech', 'On the other side of the street, it was like "No, we have to close."'],
    ['a subject', 'With respect to the budget, everybody was pleased with the outcome.'],
  ])('for disagreements takes %s for none', async (_, said) => {
    const text = await ask('What do they disagree about?', spoken(`${MILL}\nAnn Lee: ${said}`));
    expect(text).toMatch(/^No open disagreement was found\./);
  });

  it.each([
    ['The shop should cost fifty.', "And I say that half of its customers can't pay that."],
    ["You can't put patience in a spreadsheet.", "You can, but it's a small cell."],
    ['It takes the mill years to earn that.', "But it can't stand still until the spring."],
  ])('for disagreements takes what stands against a statement: %s', async (claim, reply) => {
    const disagreed = (said: string) =>
      ask('What do they disagree about?', spoken(`${MILL}\nAnn Lee: ${said}\nBen Ruiz: ${reply}`));
    const both = new RegExp(
      `^Where they disagree:\n\n- Ann Lee: “.*${claim}” .* Ben Ruiz: “${reply}`,
    );
    expect(await disagreed(claim)).toMatch(both);
    for (const none of ['Yeah.', 'Is it so?'])
      expect(await disagreed(none)).toMatch(/^No open disagreement was found\./);
  });

  it.each([
    ['What do they predict?', 'I think small mills will bake most of the bread in the city.'],
    ['Any predictions?', 'Electric mills are going to replace the wind within the next ten years.'],
    [
      'What happens in the future?',
      'Electric mills are going to replace the wind within the next ten years.',
    ],
    ['What was decided?', 'We should go with the small stones of the old mill.'],
    [
      'What reasons do they give?',
      'The flour stays cool, because the stones of the mill turn slowly.',
    ],
    ['What examples do they give?', 'Some millers, such as those of Leeds, grind at night.'],
  ])('for kinds of content takes what is told without naming it: %s', async (asked, said) => {
    const plans = 'I will show you the flour of the mill in a minute.';
    const text = await ask(asked, spoken(`${MILL}\nAnn Lee: ${plans} ${said}`));
    expect(text).toMatch(/^On \w+, in the episode's own words:/);
    expect(text).toContain(said);
    expect(text).not.toContain(plans);
  });

  it('for agreements gets what somebody said and who agreed with it, said so first', async () => {
    const talk = `${MILL}
Ann Lee: Bread needs nothing but flour, water, salt and a lot of time.
Ben Ruiz: Exactly.
Ann Lee: Cheap flour from far away has ruined the taste of our bread.
Ben Ruiz: Yeah, I agree with that completely.
Ann Lee: Is bread too cheap?
Ben Ruiz: Absolutely.
Ann Lee: Every village should pay for a mill of its own again.
Ben Ruiz: I do not agree.`;
    const text = await ask('What do they agree on?', spoken(talk));
    expect(text).toMatch(/^Where they agree:\n\n- .*nothing but flour.*“Exactly\.”.*\n- .*ruined/);
    expect(text).not.toMatch(/too cheap|do not agree/);
    expect(await ask('What do they agree on? One bullet', spoken(talk))).toContain(
      'I agree with that',
    );
    expect(await ask('What do they agree on?', spoken(MILL))).toMatch(
      /^Nobody here says in so many words that they agree\. What matters most/,
    );
    expect(await ask("What couldn't they agree on?", spoken(talk))).toMatch(
      /^Where they disagree:/,
    );
  });

  it('for disagreements is none that asks what happens if things disagree', async () => {
    const talk = `${MILL}
Ann Lee: If the scale and the scoop disagree, we trust the scale, because a scoop is never level.`;
    expect(await ask('What happens if the scale and the scoop disagree?', spoken(talk))).toMatch(
      /^Ann Lee: “If the scale/,
    );
  });

  it('for disagreements goes on until the objection is told', async () => {
    const talk = `${MILL}
Ann Lee: Every mill should open on Sundays, because people have time on that day.
Ben Ruiz: I disagree somewhat. For a shop, yes. But a mill that never rests breaks in its tenth year, as the one in Leeds did, and then nobody grinds anything.`;
    expect(await ask('What do they disagree about?', spoken(talk))).toContain(
      'breaks in its tenth',
    );
  });

  it('for disagreements takes a brief one with what is said next, but no answer for one', async () => {
    const brief = DISPUTE.replace(
      'do not think so, and I disagree with the whole plan',
      'disagree',
    );
    expect(await ask('What do they disagree about?', spoken(brief))).toBe(
      'Where they disagree:\n\n- Ann Lee: “You should pay every invoice on the first day of the month, because it ' +
        'keeps suppliers friendly.” [0:00] Ben Ruiz: “I disagree. That only costs you interest.” [0:09]',
    );
    const differing = brief.replace('I disagree', 'I differ slightly');
    expect(await ask('What do they disagree about?', spoken(differing))).toMatch(
      /^Where they disagree:\n.*Ben Ruiz: “I differ slightly\./s,
    );
    const hesitating = brief.replace('I disagree', "Hm, I'd disagree a bit there");
    expect(await ask('What do they disagree about?', spoken(hesitating))).toMatch(
      /^Where they disagree:\n.*Ben Ruiz: “Hm, I'd disagree a bit there\./s,
    );
    const asked = `${MILL}\nAnn Lee: Is it loud at night?\nBen Ruiz: No, it is not.`;
    expect(await ask('What do they disagree about?', spoken(asked))).toMatch(
      /^No open disagreement was found\. What matters most:\n\n- /,
    );
  });

  it.each([
    ['What is the advice?', 'Nobody here gives advice in so many words. What matters most:'],
    ['Which questions were asked?', 'I found hardly any questions. What matters most:'],
    [
      'Which myths do they bust?',
      'Nobody here speaks of myths in so many words. What matters most:',
    ],
    ['What numbers should I know?', 'I found hardly any figures. What matters most:'],
  ])('%s: says if there is none, and what matters instead', async (request, lead) => {
    const text = await ask(request, spoken(MILL));
    expect(text.startsWith(`${lead}\n\n- Ann Lee: “The mill turns`)).toBe(true);
  });

  it.each([
    ['What is the advice?', 'What is advised:', 'You should buy a kitchen scale'],
    ['Which questions were asked?', 'Asked in the episode:', 'How many loaves do you bake'],
    ['What numbers should I know?', 'The figures:', 'a loan of 12,000 euros'],
  ])('%s: gets what there is of it', async (request, lead, found) => {
    const text = await ask(request);
    expect(text.startsWith(`${lead}\n\n`)).toBe(true);
    expect(text).toContain(found);
  });

  it.each([
    ['For my CMO, please', 'your CMO'],
    ["What's the one thing my CFO should know?", 'your CFO'],
    ['The one idea every manager needs to remember', 'every manager'],
    ['Anything a recruiter should hear?', 'a recruiter'],
    ['Which points might a salesperson use?', 'a salesperson'],
  ])('that names an audience gets what matters to it: %s', async (message, whom) => {
    const lead = `What matters most for ${whom}, in the episode's own words:`;
    expect((await ask(message)).slice(0, lead.length)).toBe(lead);
  });

  it('that asks what somebody wants to know about a subject is none', async () => {
    for (const message of [
      'What should bakers know about yeast?',
      'What should my CFO know about salt?',
    ])
      expect(await ask(message)).not.toMatch(/^(?:What matters|Mostly)/);
  });

  it('for mistakes gets what somebody regrets, also if it names who', async () => {
    const talk = `${MILL}
Ann Lee: Did it go well, Ben, when the mill moved to the river in the spring?
Ben Ruiz: We moved the stones first. In hindsight, we should've dug the channel of the mill first.`;
    for (const asked of [
      'What mistakes did they make?',
      'What mistakes does the guest admit to?',
    ]) {
      const text = await ask(asked, spoken(talk));
      expect(text).toMatch(/^On mistakes, [^\n]+\n\n- Ben Ruiz: “In hindsight/);
    }
  });

  it('for what to avoid gets what is advised against, or else what is advised', async () => {
    const talk = `${MILL}
Ben Ruiz: You should keep three months of salaries in the bank of the mill at all times.
Ben Ruiz: Never lend the money of the mill to a friend of the family, and don't forget the taxes.
Ben Ruiz: The salaries of the mill are paid by the bank on the last day of the month.`;
    const text = await ask('What should I avoid?', spoken(talk));
    expect(text).toMatch(/^On what to avoid, [^\n]+\n\n- Ben Ruiz: “Never lend the money[^\n]+$/);
    const none = await ask('What should I avoid?', spoken(talk.replace('Never lend', 'We lend')));
    expect(none).toMatch(
      /^Nobody here speaks of what to avoid in so many words\. What is advised:/,
    );
  });

  it('leaves out advice that leans on something else', async () => {
    const text = await ask(
      'What is the advice?',
      spoken(`${MILL}
Ben Ruiz: They say that you should keep three months of salaries in the bank, because customers pay late.
Ann Lee: You should oil the wheel of a mill before the winter, because the cold wood breaks.`),
    );
    expect(text).toContain('oil the wheel');
    expect(text).not.toContain('three months');
  });
});

const MILL = `Ann Lee: The mill turns when the wind blows, and it stops at night because nobody is there.
Ben Ruiz: The clock in the tower is very old, and the sexton winds it every morning before breakfast.`;
const DISPUTE = `Ann Lee: You should pay every invoice on the first day of the month, because it keeps suppliers friendly.
Ben Ruiz: I do not think so, and I disagree with the whole plan. That only costs you interest.
Ann Lee: Companies should keep three months of salaries in the bank, because customers often pay late.`;

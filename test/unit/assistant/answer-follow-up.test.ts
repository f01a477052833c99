/** Answers to questions that refer to earlier ones. */
import { describe, expect, it } from 'vitest';
import { completeQuestion } from '../../../worker/assistant/asking/complete-question.ts';
import { parseFollowUp } from '../../../worker/assistant/asking/follow-up.ts';
import { parseRequest } from '../../../worker/assistant/asking/parse-request.ts';
import type { Exchange } from '../../../worker/assistant/assistant.ts';
import { indexOf } from '../../../worker/assistant/retrieval/transcript-index.ts';
import { ask, BREAD, SHIPS, spoken } from './fixtures.ts';

describe('an answer in a conversation', () => {
  it('resolves a pronoun from the earlier question', async () => {
    const question = 'What does Otto say about flour?';
    const earlier = [{ question, answer: await ask(question) }];
    const text = await ask('And what did he say about salt?', BREAD, earlier);
    expect(text).toContain('Salt slows the yeast');
    const ofGuest = [{ question: 'Who is the guest?', answer: '' }];
    const named = completeQuestion('Where did he work?', ofGuest, indexOf(BREAD.lines));
    expect(named.question.speakers).toEqual(['Otto Brenner']);
  });

  it('has other points than the ones before when asked what else matters', async () => {
    const question = 'Three takeaways';
    const told = await ask(question);
    const more = await ask('What else matters?', BREAD, [{ question, answer: told }]);
    const quotations = [...told.matchAll(/“([^”]+)”/g)].map(([, said = '']) => said);
    expect(quotations).toHaveLength(3);
    for (const said of quotations) expect(more).not.toContain(said);
    expect(more).toMatch(/“[^”]+”/);
  });

  it('is found where the last answer quotes, even if the question before was in other words', async () => {
    const honey = spoken(`Ann Lee: Our boy poured the whole jar of honey over the sofa on a Sunday.
Ann Lee: I laughed, because he looked so proud, and then I washed the cushions.
${SHIPS}`);
    const earlier = [
      {
        question: 'What mess did the toddler make?',
        answer: 'Our boy poured the whole jar of honey over the sofa on a Sunday.',
      },
    ];
    expect(await ask('How did she react to it?', honey, earlier)).toContain('I laughed');
  });

  it('tells who disagrees with the last answer, and with nothing else', async () => {
    const dispute =
      spoken(`Ida Holm: The ferry should sail until midnight, because the nurses come home late.
Per Dahl: I disagree, the ferry is empty after nine.
Tove Berg: The lighthouse needs a new lamp, and the old one belongs into the museum.
Ida Holm: I disagree, the old lamp of the lighthouse still burns well.`);
    const question = 'What does the lighthouse need?';
    const earlier = [{ question, answer: await ask(question, dispute) }];
    for (const asked of ['Who disagrees?', 'Does anybody disagree with that?']) {
      const told = await ask(asked, dispute, earlier);
      expect(told).toContain('I disagree, the old lamp');
      expect(told).not.toContain('ferry');
    }
  });

  it('gives something new when asked what else', async () => {
    const question = 'What does Otto say about salt?';
    const answer = await ask(question);
    const more = await ask('What else did he say?', BREAD, [{ question, answer }]);
    const quotes = (text: string) => text.match(/“[^”]+”/g) ?? [];
    expect(quotes(more).length).toBeGreaterThan(0);
    for (const quote of quotes(more)) expect(answer).not.toContain(quote);
  });

  it('says that there is nothing more once all of it was told', async () => {
    const told = BREAD.lines.map(({ text }) => text).join(' ');
    const earlier = [{ question: 'What does Otto say about salt?', answer: told }];
    for (const question of ['What else about salt?', 'What else does Otto say?']) {
      const more = await ask(question, BREAD, earlier);
      expect(more).toBe('I found nothing more about that in this episode.');
    }
  });

  it('quotes what it has not quoted yet', async () => {
    const talk = `${SHIPS}
Ida Holm: How is an emergency fund kept?
Per Dahl: An emergency fund is cash you can reach within a day or two, without selling anything.
Ida Holm: The sea was calm in the morning, and nobody had to work on the deck.
Per Dahl: The gulls came back with the boats, and they slept on the roof of the church.
Ida Holm: The church has a bell from Bergen, and it rings at noon.
Per Dahl: People say that it should last three to six months.`;
    const question = 'What is an emergency fund?';
    const answer = await ask(question, spoken(talk));
    expect(answer).toContain('cash you can reach');
    const next = await ask('How long should it last?', spoken(talk), [{ question, answer }]);
    expect(next).toContain('three to six months');
  });

  it('quotes a sentence again if it answers best', async () => {
    const court = spoken(`${SHIPS}
Ida Holm: The court cut the sum for the crane, because the yard had got another job in May.
${SHIPS}
Per Dahl: A court may cut a sum for the crane whenever the lawyer of the harbour asks.`);
    const asked = 'What did the court do about the sum for the crane?';
    const told =
      'The court cut the sum for the crane, because the yard had got another job in May.';
    expect(
      await ask('Why did the court cut it?', court, [{ question: asked, answer: told }]),
    ).toContain(told);
    const question = 'What is a starter?';
    const answer = await ask(question);
    expect(await ask('How often should I feed it?', BREAD, [{ question, answer }])).toContain(
      'It needs feeding every day.',
    );
  });

  it('keeps to the topic over several questions that only refer to it', async () => {
    const earlier: Exchange[] = [];
    for (const question of ['What does Otto say about salt?', 'Why is that?', 'To whom?']) {
      earlier.push({ question, answer: await ask(question, BREAD, earlier) });
    }
    const text = await ask('How much of it?', BREAD, earlier);
    expect(text).toContain('two percent of the weight of the flour');
  });

  it('keeps to what was asked for and about, if only a place or a relation is new', async () => {
    const talk =
      spoken(`Ann Lee: In Ghent there are 40 bakers, and every street of the town has one.
Ben Ruiz: The exceptions to the tax on salt are argued about to this day.
Ann Lee: Turin is a proud town of bakers, people like to say.
Ben Ruiz: In Turin there are only nine bakers left. The bakers of Turin close on Monday, and an exception is the oven at the station.`);
    const many: Exchange = { question: 'How many bakers are there in Ghent?', answer: '' };
    expect(await ask('And in Turin?', talk, [many])).toMatch(
      /^Ben Ruiz: “In Turin there are only nine/,
    );
    const close: Exchange = { question: 'When do the bakers of Turin close?', answer: '' };
    expect(await ask('What are the exceptions?', talk, [close])).toMatch(
      /^Ben Ruiz: “[^”]*The bakers of Turin close[^”]*the oven at the station/,
    );
  });

  it('takes a question about an earlier answer for no request about the whole episode', async () => {
    const question = 'Why does a loaf collapse?';
    const earlier = [{ question, answer: await ask(question) }];
    const followUp = 'What should I do about it?';
    expect(await ask(followUp, BREAD, earlier)).toContain('collapse because');
    expect(await ask('What is being done about it?', BREAD, earlier)).not.toContain('own words');
    expect(await ask(followUp)).not.toContain(
      'collapse because the dough has fermented for too long. The',
    );
    expect(await ask('What should I do after this episode?', BREAD, earlier)).toMatch(
      /^What is advised/,
    );
  });

  it('to what something said before has or how it turns out is about that', async () => {
    const talk = spoken(`${SHIPS}
Ida Holm: The new winch of the ferry lifts a car in one minute, so we bought it.
Per Dahl: The winch has a drawback, it freezes in the winter. And on Monday the winch of the ferry went wrong, and the rope tore.`);
    const question = 'How long does the winch of the ferry need?';
    const earlier = [{ question, answer: await ask(question, talk) }];
    for (const followUp of ['Any drawbacks?', 'Can it still go wrong?', 'What went wrong?']) {
      expect(await ask(followUp, talk, earlier)).toMatch(/^Per Dahl: “[^”]*(?:freezes|tore)/);
    }
    for (const request of ['What was the best idea?', 'What are the key lessons?']) {
      expect(await ask(request, talk, earlier)).toMatch(/^What matters most/);
    }
    const whole = [{ question: 'Summarise the episode.', answer: '' }];
    expect(await ask('Any drawbacks?', talk, whole)).toMatch(/^On drawbacks/);
  });

  it('is about the topic before, if it names only what is done', () => {
    const earlier = [{ question: 'Does salt slow the yeast?', answer: 'Yes.' }];
    const { question } = completeQuestion('How much can you add?', earlier, indexOf(BREAD.lines));
    expect([...question.terms.keys()]).toEqual(expect.arrayContaining(['salt', 'yeast']));
  });

  it('takes a demonstrative before the name of a thing for no reference', () => {
    const earlier = [{ question: 'Who repairs the nets in Bergen?', answer: 'x' }];
    const index = indexOf(spoken(SHIPS).lines);
    const refers = (text: string) => completeQuestion(text, earlier, index).refers;
    expect(refers('Is this harbour really deep?')).toBe(false);
    expect(refers('Why is that harbour deep?')).toBe(false);
    for (const text of ['Who solved that problem?', 'Does that help the fishing?', 'Is this true?'])
      expect(refers(text)).toBe(true);
  });

  it('answers near what was quoted, though nobody says the words that a question takes over', async () => {
    const talk = `${SHIPS}
Ida Holm: My son poured the paint over the stairs, the dog and the piano.
Per Dahl: What did you do?
Ida Holm: I looked at it for a while and then I laughed at it.`;
    const question = 'What mess did the toddler make?';
    const answer =
      'Ida Holm: “My son poured the paint over the stairs, the dog and the piano.” [0:30]';
    const text = await ask('And what did she do about it?', spoken(talk), [{ question, answer }]);
    expect(text).toContain('then I laughed');
    expect(text).not.toContain('I found no');
  });

  it('is about those of the question before, if it names nothing else', async () => {
    const talk = spoken(`${SHIPS}
Ida Holm: The pills against seasickness work for twelve hours.
Per Dahl: With a weak heart you must not use one, because the pulse falls.
${SHIPS}
${SHIPS}
Ida Holm: The cook may take a day off, and whoever takes the oars takes the tiller. Take the ropes in before the ice comes.`);
    const question = 'Are the pills against seasickness safe?';
    const earlier = [{ question, answer: await ask(question, talk) }];
    const text = await ask('Who should not take them?', talk, earlier);
    expect(text).toContain('weak heart');
  });

  it('compares by how much more, and wants no more of it', async () => {
    const talk = spoken(`${SHIPS}
Ida Holm: The winch of the ferry lifts a car in one minute.
Per Dahl: The winch is ninety percent more expensive than a crane.`);
    const question = 'How much does the winch of the ferry cost?';
    const earlier = [{ question, answer: await ask(question, talk) }];
    expect(await ask('How much more expensive is it?', talk, earlier)).toMatch(
      /^Per Dahl: “The winch is ninety percent/,
    );
  });

  it('to what points at what was said last is no request', async () => {
    const earlier = [{ question: 'How is the winch repaired?' }];
    for (const message of [
      'When was that?',
      'Any numbers on that?',
      'Could you quote her on it?',
      "What's the takeaway from that?",
    ])
      expect(parseRequest(message, () => 0, earlier)).toBeNull();
    expect(parseRequest('When was this published?', () => 0, earlier)?.intent).toBe('facts');
    expect(parseRequest("What's the gist of it?", () => 0, earlier)?.intent).toBe('summary');
    expect(parseRequest('When was that?', () => 0, [])?.intent).toBe('facts');
  });

  it('takes what it lacks from the question before, if nobody says that word', async () => {
    const talk = spoken(`${SHIPS}
Ida Holm: The winch of the ferry lifts a car in one minute.
Per Dahl: But in January the winch freezes, and then the ferry waits.`);
    const question = 'How fast is the winch of the ferry?';
    const earlier = [{ question, answer: await ask(question, talk) }];
    expect(await ask("What's the downside?", talk, earlier)).toMatch(
      /^Per Dahl: “But in January the winch freezes/,
    );
  });

  it('about what somebody learned from it is no request', () => {
    const earlier = [{ question: 'What mess did the toddler make?' }];
    expect(parseRequest('And what did she learn from it?', () => 0, earlier)).toBeNull();
    expect(parseRequest('What did she learn?', () => 0, earlier)?.intent).toBe('takeaways');
    expect(parseRequest('What about for students?', () => 0, earlier)).toBeNull();
  });

  it('never says that nobody names a problem or the like', async () => {
    const talk = spoken(`${SHIPS}
Ida Holm: The winch of the ferry lifts a car in one minute.
Per Dahl: The trouble with the winch is that it freezes in every winter.`);
    const question = 'How long does the winch of the ferry need?';
    const earlier = [{ question, answer: await ask(question, talk) }];
    expect(await ask("What's the problem with it?", talk, earlier)).toMatch(
      /^Per Dahl: “The trouble/,
    );
  });

  it('is about what a follow-up adds', async () => {
    const talk =
      spoken(`Ida Holm: The mail ferry leaves the harbour of Vardo at nine o'clock on Mondays.
Per Dahl: The pilot never leaves on the ferry. He has a boat with a sail.`);
    const question = 'When does the mail ferry leave the harbour of Vardo?';
    const earlier = [{ question, answer: await ask(question, talk) }];
    expect(await ask('And the pilot?', talk, earlier)).toMatch(
      /^Per Dahl: “The pilot never leaves/,
    );
  });

  it('says again where somebody speaks of what a follow-up adds, if only that was quoted', async () => {
    const quoted = 'The baker opens the window if the starter snores in the night.';
    const talk = spoken(
      `${SHIPS}\nIda Holm: ${quoted} The baker feeds the starter with rye in the morning.`,
    );
    const question = 'What does the baker do with the starter?';
    const earlier = [{ question, answer: `Ida Holm: “${quoted}”` }];
    expect(await ask('And if it snores?', talk, earlier)).toContain(quoted);
  });

  it('says that nobody speaks of what a follow-up adds', async () => {
    const talk = spoken(SHIPS);
    const question = 'What happens to the crane of the harbour when the ice comes?';
    const earlier = [{ question, answer: await ask(question, talk) }];
    expect(await ask('And in Quebec?', talk, earlier)).toMatch(/^Nobody says “Quebec”/);
    expect(await ask('Is it hereditary?', talk, earlier)).toMatch(/^Nobody says “hereditary”/);
    for (const message of ['And in the winter?', 'Is it useful?', 'Can I cancel it?'])
      expect(await ask(message, talk, earlier)).not.toMatch(/^Nobody says/);
  });

  it('to a follow-up is no interjection', async () => {
    const talk = spoken(`Ida Holm: The winch of the ferry lifts a car in one minute.
Per Dahl: Great stuff.
Ida Holm: Then the winch of the ferry froze.`);
    const question = 'What does the winch of the ferry lift?';
    const answer = 'Ida Holm: “The winch of the ferry lifts a car in one minute.”';
    const text = await ask('How good is it?', talk, [{ question, answer }]);
    expect(text).toMatch(/^Ida Holm: “Then the winch/);
  });

  describe('to what only asks on', () => {
    const talk = `Ida Holm: The harbour of Vardo is closed in the winter.
Per Dahl: It is closed because the ice presses on the gates. For example, the northern gate broke in 1962.
Ida Holm: We had a crane that lifted ten tons of fish.
Per Dahl: And the cook kept a parrot that could whistle.
Ida Holm: The night watch slept in the church, and the bell woke them.
Per Dahl: Nobody could sleep there in a storm.
Ida Holm: The harbour of Bergen is closed on Sundays.
Per Dahl: The pilots have a day off, and the tugs are painted.`;
    const episode = spoken(talk);
    const question = 'When is the harbour closed?';
    const answer = `Ida Holm: “The harbour of Vardo is closed in the winter.” [0:00]

Ida Holm: “The harbour of Bergen is closed on Sundays.” [1:00]`;
    const earlier = [{ question, answer }];
    const next = (message: string) => ask(message, episode, earlier);

    it('goes on where the point named was quoted', async () => {
      for (const message of ['Tell me more about the second point.', 'And the last one?']) {
        expect(await next(message)).toMatch(/^Per Dahl: “The pilots have a day off/);
      }
      expect(await next('Explain the first one')).toMatch(/^Per Dahl: “It is closed because/);
      expect(await next('What about the third point?')).toBe('My last answer quotes 2 places.');
    });

    it('goes on where the first place was quoted if it asks what follows', async () => {
      for (const message of ['And what did that show?', 'And then?', 'How do they know?']) {
        expect(await next(message)).toMatch(/^Per Dahl: “It is closed because/);
      }
      // Who speaks of it, and how much it is, may stand elsewhere.
      for (const message of [
        'How much was that?',
        'And the parrot?',
        'Does the ice press on it?',
      ]) {
        expect(parseFollowUp(message)).toBeNull();
      }
    });

    it('knows a sentence that was quoted without its opening', async () => {
      const trimmed = `- Per Dahl: “The cook kept a parrot that could whistle.” [0:30]`;
      const after = [{ question: 'Three takeaways', answer: trimmed }];
      expect(await ask('Tell me more about the first point.', episode, after)).toMatch(
        /^Ida Holm: “The night watch slept in the church/,
      );
    });

    it('is the reason that was quoted before one that somebody else has', async () => {
      const talk = spoken(`Ida Holm: The harbour is closed because the ice presses on the gates.
Per Dahl: I like the winter because the cook has time.`);
      const said = 'Ida Holm: “The harbour is closed because the ice presses on the gates.”';
      const told = [{ question: 'When is the harbour closed?', answer: said }];
      expect(await ask('Why?', talk, told)).toBe(`What I quoted gives a reason:\n\n${said} [0:00]`);
    });

    it('is a reason in three words, with what follows', async () => {
      const talk = spoken(`Ida Holm: The yard sold the old ferry in May for nine million.
Per Dahl: Why?
Ida Holm: Because of rust. The hull had holes in forty places, and no bank paid for steel.`);
      const sold = 'Ida Holm: “The yard sold the old ferry in May for nine million.” [0:00]';
      const told = [{ question: 'What was sold?', answer: sold }];
      expect(await ask('Why?', talk, told)).toMatch(
        /^Ida Holm: “Because of rust\. The hull had holes/,
      );
    });

    it('is a reason, an example or a speaker near what was quoted', async () => {
      expect(await next('Why is the first one true?')).toMatch(/^Per Dahl: “It is closed because/);
      expect(await next('Can you give me an example of the first point?')).toMatch(
        /^Per Dahl: “For example, the northern gate broke in 1962/,
      );
      expect(await next('Why the second one?')).toMatch(
        /^Nobody gives a reason there in so many words\. What is said next:\n\nPer Dahl: “The pilots/,
      );
      expect(await next('Why?')).toMatch(/^Per Dahl: “It is closed because/);
      const bergen = [{ question, answer: answer.split('\n\n').reverse().join('\n\n') }];
      expect(await ask('Why?', episode, bergen)).toMatch(/^Nobody gives a reason there/);
      expect(await ask('What did he say before that?', episode, bergen)).toMatch(
        /^Per Dahl: “And the cook[^\n]+\n\nIda Holm: “The night watch[^\n]+\n\nPer Dahl: “Nobody could/,
      );
      expect(await next('Who said that?')).toMatch(
        /^- Ida Holm: “The harbour of Vardo[^\n]+\n- Ida Holm: “The harbour of Bergen[^\n]+$/,
      );
    });

    it.each([
      ['And in practice?', /^Per Dahl: “For example, the northern gate/],
      ['What does that look like in practice?', /^Per Dahl: “For example, the northern gate/],
      ['Such as?', /^Per Dahl: “For example, the northern gate/],
      ['Who brought that up?', /^- Ida Holm: “The harbour of Vardo/],
      ['Who explained it?', /^- Ida Holm: “The harbour of Vardo/],
    ])('is about what was quoted: %s', async (message, text) => {
      expect(await next(message)).toMatch(text);
    });

    it('says once that nobody is named, however many places were quoted', async () => {
      const lines = episode.lines.map((line) => ({ ...line, speaker: null }));
      expect(await ask('Who said that?', { ...episode, lines }, [{ question, answer }])).toBe(
        'The transcript names no speakers.',
      );
    });

    it('is something new instead of other words, and one sentence if shorter', async () => {
      const simpler = await next('Can you explain that more simply?');
      expect(simpler).toMatch(/^I can only quote\. What is said next:/);
      expect(simpler).not.toContain('The harbour of Vardo is closed');
      expect(await next('Say that again, but shorter')).toMatch(
        /^Ida Holm: “The harbour of[^\n]+$/,
      );
    });

    it('is what somebody replies who is asked back about it', async () => {
      const back = talk.replace(
        'Per Dahl: It is closed',
        'Per Dahl: In the winter?\nIda Holm: It is closed',
      );
      expect(await ask('Why is the first one true?', spoken(back), earlier)).toMatch(
        /^Ida Holm: “It is closed because/,
      );
    });

    it('is a reason that an earlier answer quoted', async () => {
      const reason = 'Per Dahl: “It is closed because the ice presses on the gates.” [0:06]';
      const more = [{ question: 'What does the ice do?', answer: reason }, ...earlier];
      expect(await ask('Why?', episode, more)).toMatch(/^Per Dahl: “It is closed because/);
    });

    it('is the reason in the quotation itself, if none is said near it', async () => {
      const quoted = 'Per Dahl: “It is closed because the ice presses on the gates.” [0:06]';
      const after = [{ question: 'Is it closed?', answer: quoted }];
      expect(await ask('Why?', episode, after)).toBe(`What I quoted gives a reason:\n\n${quoted}`);
    });

    it('never follows into the next subject', async () => {
      const told = 'Why does a loaf collapse?';
      const before = [{ question: told, answer: await ask(told) }];
      expect(await ask('Go on', BREAD, before)).toBe(
        'I found nothing more about that in this episode.',
      );
    });

    it('keeps a question with a topic of its own', async () => {
      expect(await next('What is the first thing I should know about the parrot?')).toContain(
        'whistle',
      );
    });
  });
});

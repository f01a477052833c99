import { describe, expect, it } from 'vitest';
import { createEmbeddedAssistant } from '../../../worker/assistant/embedded/embedded-assistant.ts';
import { BREAD, captions, collect, READER } from './fixtures.ts';

const assistant = createEmbeddedAssistant();

async function askOf(talk: string, question: string) {
  const episode = { ...BREAD, lines: captions(talk) };
  return (await collect(assistant.answer(episode, question, [], READER, {}))).text;
}

const SHIPS = `Ida Holm: The harbour closes when the ice comes, and the crane stands still until the spring.
Per Dahl: We paint the ships in the winter, and repair the sails.`;

describe('a question that the episode asks itself', () => {
  it('is answered with the reply, however long the host goes on before it', async () => {
    const text = await askOf(
      `${SHIPS}
Ida Holm: Why do you think that patience matters at sea? I ask because so many of the letters that we get are about it. People write to us from ports all over the coast, and they want to hear what somebody with forty years on board would tell a beginner about waiting.
Per Dahl: The wind comes when it comes, and who forces the boat will break it.`,
      'Why does patience matter at sea?',
    );
    expect(text).toMatch(/^Per Dahl says: “The wind comes when it comes/);
  });

  it('is answered by all who reply, up to the next question', async () => {
    const text = await askOf(
      `${SHIPS}
Ida Holm: Which harbour is the hardest to enter at night?
Per Dahl: The one at Vardo, by far.
Eva Lund: For me it was always Honningsvag.
Ida Holm: And what do you eat out there?
Per Dahl: We eat fish and potatoes.`,
      'Which harbour is the hardest to enter at night?',
    );
    expect(text).toContain('The one at Vardo');
    expect(text).toContain('always Honningsvag');
    expect(text).not.toContain('potatoes');
  });

  it('is not said to be answered where somebody only asks back, and shows what follows', async () => {
    const text = await askOf(
      `${SHIPS}
Ida Holm: Can we rent the large lighthouse in December?
Per Dahl: Which of them? The weather was fine on Tuesday.
${SHIPS}`,
      'Can we rent the large lighthouse in December?',
    );
    expect(text).toMatch(
      /^This episode doesn't seem to say\. It is asked, and this is what follows:/,
    );
    expect(text).toContain('“Can we rent the large lighthouse');
    expect(text).toContain('“The weather was fine on Tuesday.”');
  });

  it('is said to go without an answer where others only listen', async () => {
    const text = await askOf(
      `${SHIPS}
Ida Holm: Who will carry the bells to Tromso?
Per Dahl: Mm-hmm.`,
      'Who will carry the bells to Tromso?',
    );
    expect(text).toMatch(
      /^This episode doesn't seem to say\. It is asked, and goes without an answer:/,
    );
  });
});

describe('what is asked about', () => {
  it('is what the one named says of it, not what others reply to them', async () => {
    const talk = `${SHIPS}
Ida Holm: What about the lighthouse keepers?
Per Dahl: They sleep by day, and that is well known.
Ida Holm: The lighthouse keepers are a family of sailors, and they read the weather in the waves.
Per Dahl: A lighthouse needs lighthouse keepers as a ship needs a rudder.`;
    const text = await askOf(talk, 'What does Ida say about the lighthouse keepers?');
    expect(text).toContain('“The lighthouse keepers are a family of sailors');
    expect(text).not.toContain('Per Dahl says');
  });

  it('is the topic, not the name of who is greeted, where nobody is named as a speaker', async () => {
    const story = Array.from({ length: 70 }, (_, at) => `On day ${at} the crew mended a sail.`);
    const said = [
      'Welcome to the show, our guest today is Nora Lind, a pilot from Bergen.',
      'Nora, welcome to the show.',
      ...story,
      'You should always carry two compasses on board, because one of them lies.',
    ];
    const lines = said.map((text, at) => ({ start: at * 9, end: at * 9 + 3, speaker: null, text }));
    const ask = async (question: string) =>
      (await collect(assistant.answer({ ...BREAD, lines }, question, [], READER, {}))).text;
    expect(await ask('What does Nora recommend?')).toContain('“You should always carry two');
    expect(await ask('Who is Nora Lind?')).toContain('a pilot from Bergen');
  });

  it('is no time that only stands near it', async () => {
    const talk = `${SHIPS}
Ida Holm: The new Halvorsen engine is a wonder.
Per Dahl: Well, before you get too excited, it is only a small one.`;
    expect(await askOf(talk, 'When will the Halvorsen engine come out?')).toMatch(
      /^This episode doesn't seem to say\./,
    );
  });

  const COURT = `Ruth Adler: Counsel, the harbour is no road. I think that the town must pay for the crane.
Sam Boyle: Justice is what we ask for, and Justice Adler knows that the crane was old.`;

  it('is the speaker, not the title before the name', async () => {
    const text = await askOf(COURT, 'What does Justice Adler think?');
    expect(text).toMatch(/^Ruth Adler says/);
    expect(text).not.toContain('Justice is what');
  });

  it('is owned to be only spoken of where nobody says what it is', async () => {
    const talk = `${SHIPS}
Per Dahl: I never liked the halyard of that boat. We lost a halyard in the storm, and another in May.`;
    expect(await askOf(talk, 'What is a halyard?')).toMatch(
      /^The episode speaks of it without saying in so many words what it is:/,
    );
    const told = `${talk} A halyard is a rope that lifts a sail.`;
    expect(await askOf(told, 'What is a halyard?')).toMatch(/says: “A halyard is a rope/);
  });
});

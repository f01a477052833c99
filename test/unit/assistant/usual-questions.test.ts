import { describe, expect, it } from 'vitest';
import { analysisOf } from '../../../worker/assistant/embedded/episode-analysis.ts';
import { indexOf } from '../../../worker/assistant/retrieval/transcript-index.ts';
import { ask, spoken } from './fixtures.ts';

const VISIT = spoken(`doctor: Good morning, what brings you in today?
patient: I have had a cough for three weeks, and my left ankle hurts when I walk.
doctor: Do you have any allergies or a fever?
patient: Only to peanuts, and there was no fever at all.
doctor: On your physical exam, your lungs have some crackles on the right side.
doctor: You have bronchitis, and the ankle looks like a mild sprain to me.
doctor: I am going to prescribe doxycycline, 100 milligrams twice a day, for a week.
doctor: Let's go ahead and order a chest x-ray before you leave the building.
doctor: Please come back in three weeks if the cough is still there.`);

const CALL = spoken(`Operator: Welcome to the earnings call of Nordic Ferries for the third quarter.
Ann Lee: We had net sales of $412 million in the third quarter, 6% more than last year.
Ann Lee: Our operating margin was 11.2%, and adjusted earnings per share were $0.84.
Ann Lee: For the full year we now expect net sales of $1.6 billion to $1.7 billion.
Ann Lee: We repurchased 2.1 million shares in the third quarter for $90 million.
Ben Cho: Free cash flow for the fiscal year should reach $140 million, in line with guidance.`);

describe('what is usually asked', () => {
  it.each([
    ['whats wrong with him', 'You have bronchitis'],
    ['Any medication?', 'doxycycline'],
    ['When should he come back?', 'three weeks if the cough'],
    ['Which tests were ordered?', 'chest x-ray'],
    ['What did the exam show?', 'crackles'],
    ['plan in bullets for my notes please', 'chest x-ray'],
    ['List the medications for my notes', 'doxycycline'],
    ['diagnosis and plan', 'You have bronchitis'],
    ['diagnosis and plan', 'chest x-ray'],
  ])('of a visit is found in the words of a doctor: %s', async (question, answer) => {
    const said = await ask(question, VISIT);
    expect(said).toContain(answer);
    expect(said).not.toMatch(/Nobody|I found no answer/);
  });

  it.each([
    ['What are the red flags?', 'call an ambulance'],
    ["I'm his wife. What do I need to watch out for at home?", 'call an ambulance'],
    ['when should he call for help', 'call an ambulance'],
    ['Write the plan section of a SOAP note for this visit', 'a patch that you wear'],
    ["What's the working diagnosis?", 'could be atrial fibrillation'],
  ])('of a visit is what to watch for and what it could be, too: %s', async (question, answer) => {
    const visit = spoken(`doctor: Good morning, what brings you in today?
patient: My heart flutters in the evening, and my wife writes it into a note.
doctor: I think it's two things. The snoring, the beers and the flutter, that could be atrial fibrillation.
doctor: I want you to have a patch that you wear for fourteen days, in the shower too.
doctor: If it doesn't stop within the hour, or your speech goes funny, you call an ambulance.
doctor: Hop up here for me and I'll have a listen to the heart.`);
    const said = await ask(question, visit);
    expect(said.split('\n')[0]).toContain(answer);
    expect(said).not.toContain('Hop up');
  });

  it.each([
    ["what happens if he doesn't get better", 'if it continues'],
    ['And if it stays like this?', 'if it continues'],
    ['How did it start?', 'We moved boxes'],
    ['when did the pain begin', 'We moved boxes'],
    ['What has he tried so far?', 'I took some tylenol'],
    ['What did he do for the pain?', 'I took some tylenol'],
    ['What should he avoid?', "you can't take ibuprofen"],
    ['Write a SOAP note', 'a 62-year-old man'],
  ])(
    'of a visit is how it began, what was tried and how it goes on, too: %s',
    async (question, answer) => {
      const visit =
        spoken(`doctor: Andrew is a 62-year-old man with a kidney transplant, who presents with knee pain.
patient: We moved boxes over the weekend, and by the evening my knees were killing me.
doctor: Is one of them worse than the other?
patient: Both hurt. I took some tylenol in the night, but it hardly helped.
doctor: With your kidney you can't take ibuprofen, so that makes it hard.
doctor: I want you to rest, and if it continues, we will talk about physical therapy.`);
      expect(await ask(question, visit)).toContain(answer);
      expect((await ask(question, visit)).split('“')[1]).toContain(answer.slice(0, 12));
    },
  );

  it('of a visit is a dose in puffs and when they see each other again, too', async () => {
    const visit = spoken(`doctor: Good morning, what brings you in today?
patient: My cough is back. In the emergency room they start me on prednisone every time.
doctor: On your physical exam, your lungs have some crackles on the right side.
doctor: I am going to start you on Flovent, one hundred micrograms, one puff in the morning.
doctor: I will see you in thirty days.`);
    expect(await ask('What medication was started, and at what dose?', visit)).toContain('Flovent');
    expect(await ask('When is she coming back?', visit)).toMatch(
      /^doctor: “I will see you in thirty/,
    );
  });

  it.each([
    ['What are her symptoms?', 'I feel dizzy'],
    ['What conditions does she have?', 'history of asthma'],
    ['How often should she use the Flovent?', 'one puff every morning'],
    ['Write a short note with the assessment and plan', 'put you on Flovent'],
  ])('of a visit is in the words of both: %s', async (question, answer) => {
    const visit =
      spoken(`doctor: Good morning. Nina is a 48-year-old with a history of asthma, and takes a note of everything.
patient: Since Friday I feel dizzy on the stairs, and I run out of breath.
doctor: On your physical exam, your lungs have some crackles on the right side.
patient: I think so.
doctor: We are going to put you on Flovent. It is one puff every morning. Let me finish my note.
doctor: Let me see you again in a month, and I want to check that note.`);
    const said = await ask(question, visit);
    expect(said).toContain(answer);
    expect(said).not.toMatch(/Nobody says|I found no|I think so|my note/);
  });

  it('of a visit is a diagnosis by what the pain is due to', async () => {
    const visit = spoken(`doctor: It looks like you hurt your foot when you were playing football.
patient: Yes, on Sunday, and my foot is blue.
doctor: On your physical exam, your foot has some swelling on the left side.
doctor: Your pain is due to a fracture of the second bone of the foot.`);
    expect(await ask("What's the diagnosis?", visit)).toMatch(/^doctor: “Your pain is due to/);
  });

  it('of a visit is what the patient has to do, and not what he has', async () => {
    const text = await ask('What does the patient have to do now?', VISIT);
    expect(text).toContain('chest x-ray');
    expect(text).not.toContain('bronchitis');
  });

  it('of a visit is the plan, and not what is said while examining', async () => {
    const visit = { ...VISIT, lines: [...VISIT.lines] };
    const text = await ask('What happens next?', {
      ...visit,
      lines:
        spoken(`doctor: I'm going to press on your belly now, so take one more deep breath for me.
${VISIT.lines.map(({ speaker, text: said }) => `${speaker}: ${said}`).join('\n')}`).lines,
    });
    expect(text).toContain('chest x-ray');
    expect(text).not.toContain('deep breath');
  });

  it('is also asked after another answer, if it names what it asks for', async () => {
    const earlier = [
      { question: 'What did the exam show?', answer: await ask('What did the exam show?', VISIT) },
    ];
    expect(await ask('And which tests?', VISIT, earlier)).toContain('chest x-ray');
    const margin = 'What was the operating margin?';
    const call = [{ question: margin, answer: await ask(margin, CALL) }];
    expect(await ask('What about buybacks?', CALL, call)).toContain('2.1 million shares');
  });

  it('is a question about the last answer if it leans on that', async () => {
    const visit = spoken(`doctor: Mrs. Holm has a swollen knee, and there is a plan to swim.
patient: The knee hurts whenever I climb the stairs of the harbour with a bag.
doctor: It is an infection, so we are going to treat you with penicillin for ten days.
doctor: Come back in two weeks for a follow up of the swollen knee.`);
    const question = 'Why does the knee hurt?';
    const earlier = [
      { question, answer: 'The knee hurts whenever I climb the stairs of the harbour with a bag.' },
    ];
    expect(await ask('What is the plan?', visit)).toMatch(/^doctor: “Come back in two weeks/);
    expect(await ask('Is there a plan for it?', visit, earlier)).toMatch(/^doctor: “Mrs. Holm/);
  });

  it('comes in as many items as are asked for', async () => {
    const text = await ask('For my CFO, two bullets on guidance', CALL);
    expect(text.match(/^- /gm)).toHaveLength(2);
    expect(text).toContain('$1.6 billion');
  });

  it('is asked of no visit where four people speak', () => {
    const names = ['Ann', 'Ben', 'Cleo', 'Dan'];
    const kindWith = (count: number) => {
      const lines = VISIT.lines.map((line, at) => ({ ...line, speaker: names[at % count] ?? '' }));
      return analysisOf({ ...VISIT, lines }, indexOf(lines), null).kind;
    };
    expect([3, 4].map(kindWith)).toEqual(['clinic', 'talk']);
  });

  it('of a visit is found though the speakers go by their names', async () => {
    const visit = (asked: string) => `Anna Bell: ${asked}
Tom Ray: My left wrist has hurt badly since I fell on the ice last week.
Anna Bell: There is some swelling above the joint, and I can feel no break.
Tom Ray: I was afraid that it was broken, so I am glad to hear that.
Anna Bell: I think you have a sprain. Keep the hand up and rest it for ten days.`;
    const diagnosis = (asked: string) => ask("What's the diagnosis?", spoken(visit(asked)));
    expect(await diagnosis('Hello, Tom, what brings you in?')).toMatch(
      /^Anna Bell: “I think you have/,
    );
    expect(await diagnosis('Hello, Tom, and welcome.')).not.toMatch(/^Anna Bell: “I think/);
  });

  it('of a visit is found in whatever words the doctor says it', async () => {
    const visit = spoken(`doctor: Good morning, what brings you in today?
patient: My ankles swell, and I cannot walk up the stairs without a pause.
doctor: I think you've got heart failure, which means that the pump does not keep up.
doctor: Call an ambulance for anything that looks like a stroke, such as a weak arm.
doctor: I will start you on furosemide in the morning, and apixaban against clots.
doctor: And I'd like you here in a week, on Thursday at ten past nine.`);
    for (const question of ['What does he have?', 'What does the doctor think is wrong with him?'])
      expect(await ask(question, visit)).toMatch(/^doctor: “I think you've got heart[^\n]+$/);
    expect(await ask("When's the next appointment?", visit)).toContain('on Thursday');
    expect(await ask('Which drugs?', visit)).toContain('furosemide');
  });

  it('takes how old somebody is for no reason to come', async () => {
    const of = (who: string) =>
      ask(
        'Why did the patient come in?',
        spoken(`doctor: She is a 43-year-old female${who}.
patient: My left wrist has hurt badly since I fell on the ice last week.
doctor: Did you take anything against it after you fell?
patient: No, I only put some ice on the wrist.`),
      );
    expect(await of('')).toMatch(/^patient: “My left wrist/);
    expect(await of(' with pain in her wrist')).toContain('43-year-old');
  });

  it.each([
    ['What was revenue?', '$412 million'],
    ['any buybacks?', '2.1 million shares'],
    ['What is the outlook?', '$1.6 billion'],
    ['EPS range?', '$0.84'],
  ])('of an earnings call is found in the words of the field: %s', async (question, answer) => {
    expect(await ask(question, CALL)).toContain(answer);
  });

  it('of an earnings call is about the figure that is named', async () => {
    const call = `Operator: Welcome to the earnings call of Nordic Ferries for the third quarter.
Ann Lee: For the full year we now expect net sales of $1.6 billion to $1.7 billion.
Ben Cho: We're lowering adjusted EPS to a range of three dollars thirty to three forty.
Ben Cho: The operating margin widened on every route but one.
Ann Lee: Our guidance for the tax rate of the company stays where it was.`;
    expect(await ask('What EPS do they expect?', spoken(call))).toMatch(/^Ben Cho: “We're[^\n]+$/);
  });

  it('of an earnings call is found where figures are written in words', async () => {
    const call = `Operator: Welcome to the earnings call of Nordic Ferries for the third quarter.
Ann Lee: Revenue is what every ferry company is asked about on a conference call.
Ann Lee: Revenue in the third quarter was four hundred and twelve million, up six percent.
Ben Cho: The operating margin widened, and our guidance for the fiscal year stays.`;
    expect(await ask('top line?', spoken(call))).toMatch(/^Ann Lee: “Revenue in[^\n]+$/);
  });

  it.each([
    ['What do both parties argue?', 'The statute requires notice', 'Congress leaves notice'],
    ['What is each side asking the court to do?', 'should reverse', 'to affirm'],
  ])(
    'of an argument in court is what each side opens with, or asks for: %s',
    async (question, ...answers) => {
      const argument = `Ms. Ruiz: Mr. Chief Justice, and may it please the Court: The statute requires notice to every tenant.
Ms. Ruiz: The letter under the door was no notice, and the Court should reverse.
Mr. Holm: Thank you, and may it please the Court: Congress leaves notice to the landlord of the house.
Mr. Holm: A signed receipt is nowhere in the text, so we ask the Court to affirm.
Ms. Ruiz: I can tell you what the parties asked the court for if the court would like it.`;
      const said = await ask(question, spoken(argument));
      for (const answer of answers) expect(said).toContain(answer);
    },
  );
});

describe('who sponsors a show', () => {
  const show = spoken(`Ida Holm: Today we talk about rye, and why it is sour.
Ida Holm: This episode is brought to you by Doughly. Doughly keeps your recipes in one place.
Per Dahl: Rye is sour because its dough needs acid. A sponsor of the festival gave us our first oven.`);

  it.each(['Who sponsors this episode?', 'who is the sponsor', 'Any sponsors?'])(
    'is told, though advertising answers nothing else: %s',
    async (question) => {
      expect(await ask(question, show)).toMatch(
        /^Ida Holm: “This episode is brought to you by Doughly/,
      );
    },
  );

  it('is no answer to what a sponsor did', async () => {
    expect(await ask('What did the sponsor of the festival give them?', show)).toContain(
      'first oven',
    );
  });
});

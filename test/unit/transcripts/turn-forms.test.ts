import { describe, expect, test } from 'vitest';
import { lines } from './reading.ts';

const turns = (text: string) => lines(text).map(([, , speaker, words]) => [speaker, words]);
const unchanged = (text: string) => text.split('\n').map((line) => [null, line]);

describe('names in brackets without a colon', () => {
  const said = ['[Ada] Hello.', '[Ben] Hi, Ada.', '[Ada] So.', '[Ben] Yes.'];
  const named = [
    ['Ada', 'Hello.'],
    ['Ben', 'Hi, Ada.'],
    ['Ada', 'So.'],
    ['Ben', 'Yes.'],
  ];

  test('are speakers', () => {
    expect(turns(said.join('\n'))).toEqual(named);
    expect(turns(said.join('\n\n'))).toEqual(named);
    expect(turns(`The bread\n\n${said.join('\n')}`)).toEqual([[null, 'The bread'], ...named]);
  });

  test('are speakers after times and in captions', () => {
    const timed = said.map((line, index) => `[00:0${index}] ${line}`).join('\n');
    expect(turns(timed)).toEqual(named);
    expect(lines(timed)[1]).toEqual([1, null, 'Ben', 'Hi, Ada.']);
    const cues = said.map((line, index) => `00:0${index}.000 --> 00:0${index}.900\n${line}\n`);
    expect(turns(`WEBVTT\n\n${cues.join('\n')}`)).toEqual(named);
  });

  test('are speakers in small letters too', () => {
    const text = '[doctor] hi .\n[patient] hi .\n'.repeat(3);
    expect(turns(text).map(([speaker]) => speaker)).toEqual([
      ...['doctor', 'patient', 'doctor', 'patient', 'doctor', 'patient'],
    ]);
  });

  test.each([
    ['sounds', '[Sighs] I know.\n[Laughter] Ha.\n[Sighs] Well.\n[Laughter] Ho.'],
    ['a mark', '[Music] Hello.\nWe begin.\n[Music] Goodbye.\nWe end.'],
    ['numbers', '[1] A book.\n[2] A page.\n[1] Again.\n[2] Once more.'],
    ['asides', '[Editor] He means bread.\n[Author] Or cake.\nWho knows.\nNobody does.'],
  ])('stay as they are: %s', (_, text) => {
    expect(turns(text)).toEqual(unchanged(text));
  });
});

describe("a court's record", () => {
  const record = `
 1            MR. SMITH:  Good morning.
 2            THE COURT:  Call the witness.
 3                  DIRECT EXAMINATION
 4   BY MR. SMITH:
 5        Q.   Where do you work, and since when have
 6   you been working there?
 7        A.   At the county hospital.
 8             MS. LEE:  Objection.
 9        Q.   Go on.
10        A.   I am a nurse.
                        12
 1                  CROSS-EXAMINATION
 2   BY MS. LEE:
 3        Q.   Since 2009?
 4        A.   Yes.`;
  const spoken = [
    ['MR. SMITH', 'Good morning.'],
    ['THE COURT', 'Call the witness.'],
    ['MR. SMITH', 'Where do you work, and since when have you been working there?'],
    ['THE WITNESS', 'At the county hospital.'],
    ['MS. LEE', 'Objection.'],
    ['MR. SMITH', 'Go on.'],
    ['THE WITNESS', 'I am a nurse.'],
    ['MS. LEE', 'Since 2009?'],
    ['THE WITNESS', 'Yes.'],
  ];

  test('has those who ask and answer as speakers', () => {
    expect(turns(record)).toEqual(spoken);
    expect(turns(record.replaceAll(/^ *\d+ ?/gm, ''))).toEqual(spoken);
    expect(turns(record.replaceAll(/([QA])\. /g, '$1 '))).toEqual(spoken);
  });

  test('may name who asks before a question', () => {
    expect(turns('Q. (BY MR. SMITH) Where?\nA. At home.\nQ. When?\nA. At nine.')).toEqual([
      ['MR. SMITH', 'Where?'],
      ['THE WITNESS', 'At home.'],
      ['MR. SMITH', 'When?'],
      ['THE WITNESS', 'At nine.'],
    ]);
  });

  test('may name nobody', () => {
    expect(turns('Q. Where?\nA. At home.\nQ. When?\nA. At nine.')).toEqual([
      ['Q', 'Where?'],
      ['A', 'At home.'],
      ['Q', 'When?'],
      ['A', 'At nine.'],
    ]);
  });

  test.each([
    ['an outline', 'A. The flour\nB. The oven\nQ. The rest'],
    ['numbered lines', '1 Take an egg.\n2 Boil it.\n3 Eat it.'],
    ['words of one letter', 'A man came.\nA dog barked.\nQ is a letter.\nQ comes before R.'],
  ])('is not: %s', (_, text) => {
    expect(turns(text)).toEqual(unchanged(text));
  });
});

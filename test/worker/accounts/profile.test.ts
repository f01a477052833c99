import { describe, expect, test } from 'vitest';
import { ask, makePerson } from '../../support/people.ts';

describe('the profile', () => {
  test('accepts an email and a link and returns the changed user', async () => {
    const person = await makePerson();
    const reply = await person.send('PUT', '/api/user/profile', {
      email: 'ada@example.com',
      linkedinUrl: 'https://linkedin.com/in/ada',
    });
    expect(reply.status).toBe(200);
    const changed = await reply.json();
    expect(changed).toMatchObject({
      id: person.id,
      username: person.username,
      email: 'ada@example.com',
      linkedinUrl: 'https://linkedin.com/in/ada',
    });
    expect(await (await person.ask('/api/user')).json()).toEqual(changed);
  });

  test('null and the empty string clear a field', async () => {
    const person = await makePerson();
    const url = 'https://linkedin.com/in/ada';
    await person.send('PUT', '/api/user/profile', { email: 'ada@example.com', linkedinUrl: url });
    const reply = await person.send('PUT', '/api/user/profile', { email: null, linkedinUrl: '' });
    expect(await reply.json()).toMatchObject({ email: null, linkedinUrl: null });
  });

  test('absent fields stay unchanged', async () => {
    const person = await makePerson();
    const all = {
      email: 'ada@example.com',
      linkedinUrl: 'https://linkedin.com/in/ada',
      industry: 'Hospitals',
    };
    await person.send('PUT', '/api/user/profile', all);
    const one = await person.send('PUT', '/api/user/profile', { email: 'ben@example.com' });
    expect(await one.json()).toMatchObject({ ...all, email: 'ben@example.com' });
    const none = await person.send('PUT', '/api/user/profile', {});
    expect(none.status).toBe(200);
    expect(await none.json()).toMatchObject({ ...all, email: 'ben@example.com' });
  });

  test('industry, role and goals stay unchanged if absent', async () => {
    const person = await makePerson();
    const wishes = { industry: 'Hospitals', role: 'Buyer', goals: 'Pay less' };
    const first = await person.send('PUT', '/api/user/profile', {
      email: null,
      linkedinUrl: null,
      ...wishes,
    });
    expect(await first.json()).toMatchObject(wishes);
    const next = await person.send('PUT', '/api/user/profile', {
      email: 'ada@example.com',
      linkedinUrl: null,
      role: '',
    });
    expect(await next.json()).toMatchObject({ ...wishes, role: null, email: 'ada@example.com' });
  });

  test.each([
    [{ email: 'nobody', linkedinUrl: null }, 'Invalid email address'],
    [{ email: null, linkedinUrl: 'nowhere' }, 'Invalid LinkedIn URL'],
    [{ email: null, linkedinUrl: 'javascript:alert(1)' }, 'Invalid LinkedIn URL'],
    [{ email: null, linkedinUrl: null, goals: 'x'.repeat(501) }, 'At most 500 characters'],
  ])('invalid values are refused in plain text', async (body, message) => {
    const person = await makePerson();
    const reply = await person.send('PUT', '/api/user/profile', body);
    expect(reply.status).toBe(400);
    expect(reply.headers.get('Content-Type')).toMatch(/^text\/plain/);
    expect(await reply.text()).toBe(message);
  });

  test('name, id and password cannot be changed this way', async () => {
    const [person, other] = [await makePerson(), await makePerson()];
    const reply = await person.send('PUT', '/api/user/profile', {
      email: null,
      linkedinUrl: null,
      id: other.id,
      username: 'somebody else',
      passwordHash: 'x',
    });
    expect(await reply.json()).toMatchObject({ id: person.id, username: person.username });
    const untouched = await other.ask('/api/user');
    expect(await untouched.json()).toMatchObject({ username: other.username });
  });

  test('requires a login', async () => {
    const reply = await ask('/api/user/profile', {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: null, linkedinUrl: null }),
    });
    expect(reply.status).toBe(401);
    expect(await reply.text()).toMatch(/^You need to be logged in/);
  });
});

import { expectErrorToast, expectSuccessToast } from '../support/e2e/screen.ts';
import { expect, test } from './fixtures.ts';

test('the brief is turned on, waits for its address, is changed and stopped', async ({
  page,
  reader,
}) => {
  const email = `${reader.id}@example.com`;
  await page.goto('/tools');
  const card = page.getByRole('region', { name: 'Your Brief by Mail' });
  await card.getByLabel('Email').fill('nobody');
  await card.getByRole('button', { name: 'Turn On' }).click();
  await expect(card.getByRole('alert')).toHaveText('Invalid email address');
  await card.getByLabel('Email').fill(email);
  await card.getByLabel('Time zone').selectOption('Asia/Tokyo');
  await card.getByLabel('Day').click();
  await page.getByRole('option', { name: 'Wednesday' }).click();
  await card.getByLabel('Hour').click();
  await page.getByRole('option', { name: '7:00 AM', exact: true }).click();
  await card.getByRole('button', { name: 'Turn On' }).click();
  await expect(card.getByText(`We sent a link to ${email}`)).toBeVisible();
  await card.getByRole('button', { name: 'Send the Link Again' }).click();
  await expectSuccessToast(page, `A new link is on its way to ${email}`);
  await page.reload();
  await card.getByRole('button', { name: 'Change' }).click();
  await expect(card.getByLabel('Time zone')).toHaveValue('Asia/Tokyo');
  await expect(card.getByLabel('Day')).toHaveText('Wednesday');
  await expect(card.getByLabel('Hour')).toHaveText('7:00 AM');
  await card.getByRole('button', { name: 'Cancel' }).click();
  await card.getByRole('button', { name: 'Stop' }).click();
  await expectSuccessToast(page, 'You will not get any more briefs');
  await expect(card.getByRole('button', { name: 'Turn On' })).toBeVisible();
});

test('a refused change keeps what was typed', async ({ page, network, reader }) => {
  expect(reader.id).not.toBe('');
  await network.fail('PUT', '/api/user/brief');
  await page.goto('/tools');
  const card = page.getByRole('region', { name: 'Your Brief by Mail' });
  await card.getByLabel('Email').fill('reader@example.com');
  await card.getByRole('button', { name: 'Turn On' }).click();
  await expectErrorToast(page, 'Failed to save your brief');
  await expect(card.getByLabel('Email')).toHaveValue('reader@example.com');
});

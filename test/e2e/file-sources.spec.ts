import type { Locator, Page } from '@playwright/test';
import { expectAccessible, PHONE } from '../support/e2e/accessibility.ts';
import { expectSuccessToast } from '../support/e2e/screen.ts';
import { linesDown, pdfOf } from '../support/pdf.ts';
import { expect, test } from './fixtures.ts';

const SAID = [
  'Most small clinics raise their prices in January.',
  'A clinic in Leeds raised the price in April',
  'and lost only two patients.',
];

const adding = (page: Page) => page.getByRole('region', { name: 'Add a Source' });
const list = (page: Page) => page.getByRole('region', { name: 'Added by You' });
const panel = (page: Page) => adding(page).getByRole('tabpanel', { name: 'File or Screenshot' });
const text = (page: Page): Locator => panel(page).getByRole('textbox', { name: /^Text/ });

async function open(page: Page) {
  await page.goto('/tools?tool=sources');
  await adding(page).getByRole('tab', { name: 'File or Screenshot' }).click();
}

const choose = (page: Page, name: string, mimeType: string, buffer: Buffer) =>
  panel(page).getByLabel('File', { exact: true }).setInputFiles({ name, mimeType, buffer });

const choosePdf = (page: Page, buffer: Buffer) =>
  choose(page, 'clinic.pdf', 'application/pdf', buffer);

/** A screenshot with lines of text, as a PNG. */
async function screenshotOf(page: Page, lines: string[], colours = ['white', '#222']) {
  const base64 = await page.evaluate(
    ([said, [paper, ink]]) => {
      const canvas = document.createElement('canvas');
      canvas.width = 640;
      canvas.height = 80 + said.length * 34;
      const context = canvas.getContext('2d');
      if (context === null) throw new Error('no canvas');
      context.fillStyle = paper ?? '';
      context.fillRect(0, 0, canvas.width, canvas.height);
      context.fillStyle = ink ?? '';
      context.font = '22px sans-serif';
      for (const [index, line] of said.entries()) context.fillText(line, 40, 60 + index * 34);
      return canvas.toDataURL('image/png').split(',')[1] ?? '';
    },
    [lines, colours] as const,
  );
  return Buffer.from(base64, 'base64');
}

test('a screenshot is read on this device, corrected, added and cited, and axe finds nothing on the way', async ({
  page,
  reader: _,
}) => {
  const asked = new Set<string>();
  const sent: string[] = [];
  page.context().on('request', (request) => {
    const { protocol, host } = new URL(request.url());
    if (protocol !== 'data:') asked.add(host);
    if (request.method() !== 'GET') sent.push(new URL(request.url()).pathname);
  });
  await open(page);
  await expectAccessible(page, 'nothing chosen yet');

  await test.step('a picture without text and a broken one say so', async () => {
    const alert = panel(page).getByRole('alert');
    await choose(page, 'empty.png', 'image/png', await screenshotOf(page, []));
    await expect(alert).toHaveText('No text was found in this picture.');
    await expectAccessible(page, 'a file that could not be read', adding(page));
    await choose(page, 'broken.png', 'image/png', Buffer.from('no picture'));
    await expect(alert).toContainText('This file is damaged');
  });

  await choose(page, 'shot.png', 'image/png', await screenshotOf(page, SAID));
  await expect(text(page)).toHaveValue(
    /A clinic in Leeds raised the price in April and lost only two patients\./,
  );
  await expect(panel(page).getByRole('img', { name: 'What was read' })).toBeVisible();
  await expect(
    panel(page)
      .getByRole('status')
      .getByText(/before you add it|may be wrong/),
  ).toBeVisible();
  await expectAccessible(page, 'a picture that was read', adding(page));
  expect(sent).toEqual([]);

  await text(page).fill(
    `${SAID[0]}\n\nA clinic in Leeds raised the price in May and lost only two patients.`,
  );
  await panel(page).getByLabel('Title').fill('A picture of prices');
  await panel(page).getByLabel('Author').fill('Mara Lind');
  await panel(page).getByLabel('Published on').fill('2026-10-01');
  await panel(page).getByLabel('Found at').fill('https://pages.test/shot');

  await test.step('another file would replace what was typed: it asks first', async () => {
    await choosePdf(page, pdfOf({ pages: [linesDown(['Second.'])] }));
    const question = page.getByRole('alertdialog');
    await expect(question).toBeVisible();
    await expectAccessible(page, 'the question before it is replaced', question);
    await question.getByRole('button', { name: 'Keep My Text' }).click();
  });

  await panel(page).getByRole('button', { name: 'Add Source' }).click();
  await expectSuccessToast(page, 'Source added');
  expect([...asked]).toEqual([new URL(page.url()).host]);
  const row = list(page).getByRole('listitem');
  await expect(row).toContainText('Screenshot');
  await expect(row).toContainText('Mara Lind · pages.test · Oct 1, 2026');
  await row.getByRole('button', { name: 'Read' }).click();
  await expect(page.getByRole('dialog').getByText('¶ 2')).toBeVisible();
});

/** A script that removes a browser feature. */
const LACKS = {
  'what the core needs of WebAssembly': 'WebAssembly.validate = () => false',
  WebAssembly: 'delete globalThis.WebAssembly',
};

test('a browser that cannot start what reads pictures says so', async ({
  page,
  reader: _,
  network,
}) => {
  network.allowError(/out of memory|Aborted/);
  const expectRefused = () =>
    // The expectation times out before the time limit of a core that hangs.
    expect(panel(page).getByRole('alert')).toHaveText(
      /^This browser could not start text recognition\./,
    );
  const choosePicture = async () =>
    choose(page, 'shot.png', 'image/png', await screenshotOf(page, SAID));

  for (const [lack, script] of Object.entries(LACKS)) {
    await test.step(`one without ${lack} says so at once`, async () => {
      let loads = 0;
      page.on('request', (request) => {
        if (/tesseract-core|traineddata/.test(request.url())) loads += 1;
      });
      await open(page);
      await page.evaluate(script);
      await choosePicture();
      await expectRefused();
      expect(loads).toBe(0);
    });
  }

  await test.step('a core that fails to start says so at once', async () => {
    await page.route(/tesseract-core.*\.js/, async (route) => {
      const response = await route.fetch();
      const fail = "const fail = () => Promise.reject(new Error('out of memory'));";
      const body = `${fail} WebAssembly.instantiate = fail; WebAssembly.instantiateStreaming = fail;
        ${await response.text()}`;
      await route.fulfill({ response, body });
    });
    await open(page);
    await choosePicture();
    await expectRefused();
    await expect(panel(page).getByRole('button', { name: 'Choose a File' })).toBeEnabled();
    await network.restore();
  });

  await test.step('a core that hangs ends with a message', async () => {
    await page.route(/tesseract-core.*\.js/, (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: 'self.TesseractCore = () => new Promise(() => {});',
      }),
    );
    await page.clock.install();
    await open(page);
    const core = page.waitForResponse(/tesseract-core.*\.js/);
    await choosePicture();
    await core;
    await expect(async () => {
      await page.clock.fastForward(60_000);
      await expect(panel(page).getByRole('alert')).toHaveText(
        /^This browser could not start text recognition\./,
        { timeout: 500 },
      );
    }).toPass();
    await expect(panel(page).getByRole('button', { name: 'Choose a File' })).toBeEnabled();
  });
});

test('a PDF gives its text by page, its title and its author; what cannot be read says why and leaves what is there', async ({
  page,
  reader: _,
  network,
}) => {
  await open(page);

  await test.step('reading can be cancelled, and the button keeps the focus', async () => {
    const picture = await screenshotOf(page, SAID);
    const release = await network.hold('GET', /recognise-text/);
    await choose(page, 'shot.png', 'image/png', picture);
    const cancel = panel(page).getByRole('button', { name: 'Cancel' });
    await expect(panel(page).getByRole('progressbar', { name: 'Reading the file' })).toBeVisible();
    await cancel.press('Enter');
    await expect(panel(page).getByRole('button', { name: 'Choose a File' })).toBeFocused();
    release();
  });

  await choosePdf(
    page,
    pdfOf({
      title: 'Clinic prices',
      author: 'Mara Lind',
      pages: [linesDown(SAID), linesDown(['The end.'])],
    }),
  );
  await expect(text(page)).toHaveValue(/lost only two patients\.\n\nThe end\.$/);
  await expect(panel(page).getByLabel('Title')).toHaveValue('Clinic prices');
  await expect(panel(page).getByLabel('Author')).toHaveValue('Mara Lind');
  await panel(page).getByRole('button', { name: 'Add Source' }).click();
  await expectSuccessToast(page, 'Source added');
  await expect(list(page).getByRole('listitem')).toContainText('File');

  await test.step('PDFs that cannot be read say why', async () => {
    await choosePdf(page, pdfOf({ pages: [linesDown(['Kept.'])] }));
    await expect(text(page)).toHaveValue('Kept.');
    const alert = panel(page).getByRole('alert');
    await choosePdf(page, pdfOf({ pages: [[], []] }));
    await expect(alert).toContainText('This PDF has only scanned pages');
    const packed = { times: 2, bytes: 100_000_000 };
    await choosePdf(page, pdfOf({ pages: [linesDown(['Hello.'])], packed }));
    await expect(alert).toContainText('unpacks to more than can be read');
    await choosePdf(page, pdfOf({ pages: [linesDown(['Secret'])], isProtected: true }));
    await expect(alert).toContainText('protected by a password');
    await choosePdf(page, Buffer.from('%PDF-1.7 nothing'));
    await expect(alert).toContainText('This file is damaged');
    await choose(page, 'book.docx', 'application/zip', Buffer.from('PK'));
    await expect(alert).toContainText('Choose a PDF');
    await expect(text(page)).toHaveValue('Kept.');
  });

  await test.step('what was changed is replaced only after a question, and survives a reload', async () => {
    await text(page).fill('First, corrected.');
    const second = pdfOf({ pages: [linesDown(['Second.'])] });
    await choosePdf(page, second);
    await page.getByRole('button', { name: 'Keep My Text' }).click();
    await expect(text(page)).toHaveValue('First, corrected.');
    await page.reload();
    await adding(page).getByRole('tab', { name: 'File or Screenshot' }).click();
    await expect(text(page)).toHaveValue('First, corrected.');
    await choosePdf(page, second);
    await page.getByRole('button', { name: 'Replace' }).click();
    await expect(text(page)).toHaveValue('Second.');
  });
});

/** Drops or pastes a file, as the browser would. */
const give = (page: Page, type: 'drop' | 'paste', name: string, mimeType: string, file: Buffer) =>
  page.evaluate(
    ([event, fileName, fileType, base64]) => {
      const bytes = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([bytes], fileName, { type: fileType }));
      const options = { bubbles: true, cancelable: true };
      document.body.dispatchEvent(
        event === 'drop'
          ? new DragEvent('drop', { ...options, dataTransfer })
          : new ClipboardEvent('paste', { ...options, clipboardData: dataTransfer }),
      );
    },
    [type, name, mimeType, file.toString('base64')] as const,
  );

test('on a phone, what is dropped or pasted anywhere on the page is read, a dark screenshot as well, and axe finds nothing', async ({
  page,
  reader: _,
}) => {
  await page.setViewportSize(PHONE.viewport);
  await open(page);
  await expectAccessible(page, 'nothing chosen yet');
  await adding(page).getByRole('tab', { name: 'Web Page' }).click();
  await expect(list(page).getByText('No Sources Yet')).toBeVisible();
  await give(page, 'drop', 'notes.txt', 'text/plain', Buffer.from('Dropped words.'));
  await expect(text(page)).toHaveValue('Dropped words.');
  await choosePdf(page, pdfOf({ pages: [[], []] }));
  await expect(panel(page).getByRole('alert')).toBeVisible();
  await expectAccessible(page, 'a file that could not be read', adding(page));
  const dark = await screenshotOf(page, SAID, ['#111', '#ccc']);
  await give(page, 'paste', 'image.png', 'image/png', dark);
  await expect(text(page)).toHaveValue(/lost only two patients/);
  await expectAccessible(page, 'a picture that was read', adding(page));
  await text(page).fill('Changed.');
  await choosePdf(page, pdfOf({ pages: [linesDown(['Second.'])] }));
  const question = page.getByRole('alertdialog');
  await expect(question).toBeVisible();
  await expectAccessible(page, 'the question before it is replaced', question);
});

test('a saved web page is read as one, in a worker: its article without menus and tags', async ({
  page,
  reader: _,
}) => {
  const paragraphs = SAID.map(
    (said) => `<p>${said} <b>It stayed</b> &amp; grew. ${'On it went. '.repeat(12)}</p>`,
  );
  const html = `<!doctype html><html><head><title>Prices of clinics</title>
    <meta name="author" content="Ada Byron"><style>p { color: red }</style></head>
    <body><nav><a href="/">Home</a></nav><noscript>Turn scripts on</noscript>
    <article><h1>Prices of clinics</h1>${paragraphs.join('')}<script>document.title = 'x'</script></article>
    <footer>Cookies</footer></body></html>`;
  await open(page);
  // A large one would block the screen.
  const worker = page.waitForEvent('worker');
  await choose(page, 'saved.html', 'text/html', Buffer.from(html));
  expect((await worker).url()).toContain('page-worker');
  await expect(text(page)).toHaveValue(
    /^Most small clinics raise their prices in January\. It stayed & grew\./,
  );
  await expect(text(page)).not.toHaveValue(/[<>]|Home|Cookies|color|scripts|document/);
  await expect(panel(page).getByLabel('Title')).toHaveValue('Prices of clinics');
  await expect(panel(page).getByLabel('Author')).toHaveValue('Ada Byron');
});

test('captions are added as what is said in them, and the screen says so before', async ({
  page,
  reader: _,
}) => {
  const captions = SAID.map(
    (said, at) => `${at + 1}\n00:00:0${at},000 --> 00:00:0${at + 1},000\n${said}\n`,
  );
  await open(page);
  await choose(page, 'talk.srt', 'application/x-subrip', Buffer.from(captions.join('\n')));
  await expect(
    panel(page).getByRole('status').getByText('These are captions.', { exact: false }),
  ).toBeVisible();
  await expectAccessible(page, 'captions that were read', adding(page));
  await panel(page).getByRole('button', { name: 'Add Source' }).click();
  await expectSuccessToast(page, 'Source added');
  await list(page).getByRole('listitem').getByRole('button', { name: 'Read' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/raised the price in April and lost only/)).toBeVisible();
  await expect(dialog).not.toContainText('-->');
});

test('captions that are longer than a source are added to their end, if what is said fits', async ({
  page,
  reader: _,
}) => {
  const clock = (seconds: number) => new Date(seconds * 1_000).toISOString().slice(11, 19);
  const captions = Array.from({ length: 4_000 }, (_, at) => {
    const times = `${clock(at)}.000 --> ${clock(at + 1)}.000 align:start position:0%`;
    return `${times}\nSentence ${at} is about salt.\n`;
  });
  await open(page);
  await choose(page, 'talk.vtt', 'text/vtt', Buffer.from(`WEBVTT\n\n${captions.join('\n')}`));
  const note = panel(page).getByRole('status').getByText('These are captions.', { exact: false });
  await expect(note).not.toContainText('Only');
  await panel(page).getByRole('button', { name: 'Add Source' }).click();
  await expectSuccessToast(page, 'Source added');
  await list(page).getByRole('listitem').getByRole('button', { name: 'Read' }).click();
  await expect(page.getByRole('dialog')).toContainText('Sentence 3999 is about salt.');
});

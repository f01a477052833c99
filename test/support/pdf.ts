/** Small PDFs for tests, written by hand. */
import { deflateSync } from 'node:zlib';

interface PdfLine {
  text: string;
  x: number;
  /** From the bottom, in points; a page is 842 high. */
  y: number;
  size?: number;
}

interface PdfParts {
  /** The lines of each page; none: only a picture could be there. */
  pages: PdfLine[][];
  title?: string;
  author?: string;
  /** Needs a password that nobody has. */
  isProtected?: boolean;
  /** Each page is packed so often, after spaces up to that size. */
  packed?: { times: number; bytes: number };
}

const escaped = (text: string) => text.replace(/[\\()]/g, '\\$&');

/** A PDF with text in Helvetica; Latin letters only. */
export function pdfOf({
  pages,
  title,
  author,
  isProtected = false,
  packed = { times: 0, bytes: 0 },
}: PdfParts): Buffer<ArrayBuffer> {
  const objects: string[] = [];
  const add = (body: string) => objects.push(body);
  add('<< /Type /Catalog /Pages 2 0 R >>');
  const kids = pages.map((_, index) => `${4 + index * 2} 0 R`).join(' ');
  add(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`);
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>');
  for (const [index, lines] of pages.entries()) {
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${5 + index * 2} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
    );
    const content = lines
      .map(
        ({ text, x, y, size = 11 }) =>
          `BT /F1 ${size} Tf 1 0 0 1 ${x} ${y} Tm (${escaped(text)}) Tj ET`,
      )
      .join('\n');
    let data = Buffer.from(content.padEnd(packed.bytes), 'latin1');
    for (let time = 0; time < packed.times; time += 1) data = deflateSync(data);
    const filter = packed.times > 0 ? ` /Filter [${' /FlateDecode'.repeat(packed.times)}]` : '';
    add(`<< /Length ${data.length}${filter} >>\nstream\n${data.toString('latin1')}\nendstream`);
  }
  const facts = [
    ...(title === undefined ? [] : [`/Title (${escaped(title)})`]),
    ...(author === undefined ? [] : [`/Author (${escaped(author)})`]),
  ];
  add(`<< ${facts.join(' ')} >>`);
  const info = objects.length;
  const zeros = '00'.repeat(32);
  if (isProtected) {
    add(`<< /Filter /Standard /V 1 /R 2 /Length 40 /P -4 /O <${zeros}> /U <${zeros}> >>`);
  }
  let file = '%PDF-1.4\n';
  const offsets = objects.map((body, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const lock = isProtected
    ? ` /Encrypt ${objects.length} 0 R /ID [<${'00'.repeat(16)}> <${'00'.repeat(16)}>]`
    : '';
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info ${info} 0 R${lock} >>\nstartxref\n${file.indexOf('xref\n0 ')}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}

/** Lines one below another, from the top of a page. */
export const linesDown = (texts: string[], { x = 72, top = 770, distance = 14, size = 11 } = {}) =>
  texts.map((text, index) => ({ text, x, y: top - index * distance, size }));

/** Draws a picture of a quotation in the browser: the words, who said them and where, and our logo. */
import { formatClock } from '../../../schema/wire/clock.ts';
import type { SaidPlace } from '../../ui/playback.ts';
import { breakLines } from './break-lines.ts';

const WIDTH = 1_200;
const HEIGHT = 630;
const MARGIN = 84;
const PAPER = '#fbfdfc';
const INK = '#1a211e';
const QUIET = '#565d5a';
const ACCENT = '#0c7d70';
const SERIF = 'Literata, Georgia, serif';
const SANS = 'system-ui, sans-serif';
/** Tried from the largest down until the words fit. */
const SIZES = [56, 48, 42, 36, 32, 28];
const TEXT_HEIGHT = 340;

export interface Quotation extends SaidPlace {
  podcastTitle: string;
}

/** Returns null if the browser can't draw. */
export async function drawQuotation(place: Quotation): Promise<Blob | null> {
  await document.fonts.load(`500 48px ${SERIF}`).catch(() => []);
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.fillStyle = PAPER;
  context.fillRect(0, 0, WIDTH, HEIGHT);
  drawRipples(context);
  drawWords(context, place);
  drawSource(context, place);
  drawMark(context);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}

function drawRipples(context: CanvasRenderingContext2D): void {
  context.strokeStyle = 'rgb(12 125 112 / 14%)';
  context.lineWidth = 3;
  for (let radius = 90; radius < 560; radius += 78) {
    context.beginPath();
    context.arc(WIDTH - 60, HEIGHT + 40, radius, 0, Math.PI * 2);
    context.stroke();
  }
}

function drawWords(context: CanvasRenderingContext2D, { text }: Quotation): void {
  context.fillStyle = INK;
  context.textBaseline = 'top';
  for (const size of SIZES) {
    context.font = `500 ${size}px ${SERIF}`;
    const height = size * 1.35;
    const room = Math.floor(TEXT_HEIGHT / height);
    const all = breakLines(
      `“${text}”`,
      (line) => context.measureText(line).width <= WIDTH - 2 * MARGIN,
    );
    if (all.length > room && size !== SIZES.at(-1)) continue;
    const lines = all.slice(0, room);
    if (all.length > room) lines[room - 1] = `${lines[room - 1]?.slice(0, -2)}…”`;
    for (const [index, line] of lines.entries()) {
      context.fillText(line, MARGIN, MARGIN + index * height);
    }
    return;
  }
}

function drawSource(context: CanvasRenderingContext2D, place: Quotation): void {
  const { speaker, podcastTitle, episodeTitle, start } = place;
  const room = WIDTH - 2 * MARGIN - 220;
  const top = HEIGHT - MARGIN - 96;
  context.fillStyle = ACCENT;
  context.fillRect(MARGIN, top - 22, 56, 4);
  context.fillStyle = INK;
  context.font = `600 28px ${SANS}`;
  context.fillText(fit(context, speaker ?? podcastTitle, room), MARGIN, top);
  context.fillStyle = QUIET;
  context.font = `400 24px ${SANS}`;
  const where = speaker === null ? '' : `${podcastTitle} · `;
  context.fillText(fit(context, `${where}${formatClock(start)}`, room), MARGIN, top + 42);
  context.fillText(fit(context, episodeTitle, room), MARGIN, top + 78);
}

function fit(context: CanvasRenderingContext2D, text: string, width: number): string {
  if (context.measureText(text).width <= width) return text;
  let cut = text;
  while (cut !== '' && context.measureText(`${cut}…`).width > width) cut = cut.slice(0, -1);
  return `${cut.trimEnd()}…`;
}

/** Draws the drop with three sound bars, and the name. */
function drawMark(context: CanvasRenderingContext2D): void {
  context.font = `600 30px ${SERIF}`;
  const name = 'Dripcast';
  const left = WIDTH - MARGIN - context.measureText(name).width;
  const bottom = HEIGHT - MARGIN;
  context.fillStyle = INK;
  context.fillText(name, left, bottom - 30);
  context.save();
  context.translate(left - 52, bottom - 40);
  context.scale(1.3, 1.3);
  context.fillStyle = ACCENT;
  context.fill(new Path2D('M16 1.5S4.5 12.6 4.5 20a11.5 10.5 0 0 0 23 0C27.5 12.6 16 1.5 16 1.5Z'));
  context.strokeStyle = PAPER;
  context.lineWidth = 2.6;
  context.lineCap = 'round';
  context.stroke(new Path2D('M11 18.5v4M16 14.5v11M21 17v6'));
  context.restore();
}

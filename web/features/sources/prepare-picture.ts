/** Prepares a picture for recognition: dark letters on white, large enough. */
import { ReaderError } from '../../api/client.ts';

const MAX_BYTES = 30_000_000;
/** Larger ones aren't screenshots, and exceed a phone's memory. */
const MAX_PIXELS = 60_000_000;
/**
 * Screenshots with fewer pixels have single resolution, whose letters are too small for Tesseract.
 */
const SMALL_PIXELS = 2_500_000;
const ENLARGED = 2;
/** Larger ones are scaled down, because recognition time grows with the pixels. */
const LARGE_PIXELS = 16_000_000;
/** Tesseract's own limit is 32,767. */
const MAX_SIDE = 32_000;
/** The size of the small copy used to detect dark pictures. */
const SAMPLE = 64;
/** Of 255. */
const DARK = 110;

export interface PreparedPicture {
  prepared: Blob;
  /** The original, for display. */
  picture: ImageBitmap;
}

/** @throws ReaderError in words for the reader */
export async function preparePicture(file: File): Promise<PreparedPicture> {
  if (file.size > MAX_BYTES)
    throw new ReaderError('This picture is too large. The limit is 30 MB.');
  const picture = await createImageBitmap(file).catch(() => {
    throw new ReaderError("This file is damaged or isn't a picture that your browser can open.");
  });
  const { width, height } = picture;
  if (width * height > MAX_PIXELS) {
    picture.close();
    throw new ReaderError('This picture is too large. Cut out the part with the text.');
  }
  const scale = scaleOf(width, height);
  const [canvas, context] = canvasOf(Math.round(width * scale), Math.round(height * scale));
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  if (isDark(picture)) {
    context.globalCompositeOperation = 'difference';
    context.fillStyle = 'white';
    context.fillRect(0, 0, canvas.width, canvas.height);
  }
  const prepared = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
  if (prepared === null) throw new ReaderError('This picture could not be read.');
  return { prepared, picture };
}

/** How much a picture is enlarged before it is read. */
export function scaleOf(width: number, height: number): number {
  const pixels = width * height;
  const wished = pixels < SMALL_PIXELS ? ENLARGED : Math.min(1, Math.sqrt(LARGE_PIXELS / pixels));
  return Math.min(wished, MAX_SIDE / Math.max(width, height));
}

function isDark(picture: ImageBitmap): boolean {
  const [, context] = canvasOf(SAMPLE, SAMPLE);
  context.drawImage(picture, 0, 0, SAMPLE, SAMPLE);
  const { data } = context.getImageData(0, 0, SAMPLE, SAMPLE);
  let sum = 0;
  for (let index = 0; index < data.length; index += 4) {
    sum += ((data[index] ?? 0) + (data[index + 1] ?? 0) + (data[index + 2] ?? 0)) / 3;
  }
  return sum / (SAMPLE * SAMPLE) < DARK;
}

/** White, as transparent pictures are made to be seen on a page. */
function canvasOf(width: number, height: number): [HTMLCanvasElement, CanvasRenderingContext2D] {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, width);
  canvas.height = Math.max(1, height);
  const context = canvas.getContext('2d');
  if (context === null) throw new ReaderError('This picture is too large for your browser.');
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  return [canvas, context];
}

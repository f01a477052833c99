import { useEffect, useRef } from 'react';

/** A picture to compare its text with. Drawn, because the Content Security Policy allows no `blob:` images. */
export function PicturePreview({ picture }: { picture: ImageBitmap }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const shown = canvas.current;
    if (shown === null) return;
    shown.width = picture.width;
    shown.height = picture.height;
    shown.getContext('2d')?.drawImage(picture, 0, 0);
  }, [picture]);
  return (
    <section
      aria-label="The picture"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className="max-h-64 overflow-y-auto rounded-lg border border-hairline"
    >
      <canvas ref={canvas} role="img" aria-label="What was read" className="block max-w-full" />
    </section>
  );
}

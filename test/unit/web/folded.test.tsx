import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Folded } from '../../../web/ui/Folded.tsx';

function draw(count: number): string {
  const devices = Array.from({ length: count }, (_, index) => `device ${index}`);
  return renderToStaticMarkup(
    <Folded items={devices} limit={5} more="more devices">
      {(part, start) =>
        part.map((name, index) => <li key={name}>{`${name} at ${start + index}`}</li>)
      }
    </Folded>,
  );
}

test('what is beyond the limit folds away, and a line says how much it is', () => {
  const [shown = '', folded = ''] = draw(30).split('<details');
  expect(shown.match(/<li/g)).toHaveLength(5);
  expect(folded.match(/<li/g)).toHaveLength(25);
  expect(folded).toContain('25 more devices');
  expect(folded).toContain('device 29 at 29');
});

test('nothing folds away if the line would take as much room', () => {
  expect(draw(6)).not.toContain('<details');
  expect(draw(7)).toContain('2 more devices');
});

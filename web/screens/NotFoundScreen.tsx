import { Link } from '@tanstack/react-router';
import { buttonClass } from '../ui/button.ts';
import { Ripples } from '../ui/Ripples.tsx';
import { Screen } from '../ui/Screen.tsx';

export function NotFoundScreen() {
  return (
    <Screen title="404 Page Not Found" className="flex flex-col items-start">
      <p className="mt-3 text-quiet">Did you forget to add the page to the router?</p>
      <Link to="/" className={`${buttonClass('solid')} mt-6`}>
        Go to the home page
      </Link>
      <Ripples rings={4} className="mx-auto my-16 size-40 text-accent-line" />
    </Screen>
  );
}

import { Link } from '@tanstack/react-router';
import { buttonClass } from '../ui/button.ts';
import { RippledScreen } from '../ui/RippledScreen.tsx';

export function NotFoundScreen() {
  return (
    <RippledScreen title="404 Page Not Found" intro="Did you forget to add the page to the router?">
      <Link to="/" className={`${buttonClass('solid')} mt-6`}>
        Go to the Home Page
      </Link>
    </RippledScreen>
  );
}

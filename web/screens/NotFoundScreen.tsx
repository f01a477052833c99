import { Link } from '@tanstack/react-router';
import { buttonClass } from '../ui/button.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { usePageTitle } from '../ui/page-title.ts';

export function NotFoundScreen() {
  usePageTitle('404 Page Not Found');
  return (
    <div className="container-page py-16">
      <EmptyState
        headingLevel="h1"
        title="404 Page Not Found"
        action={
          <Link to="/" className={buttonClass('solid')}>
            Go to the home page
          </Link>
        }
      >
        <p>Did you forget to add the page to the router?</p>
      </EmptyState>
    </div>
  );
}

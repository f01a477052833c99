import { ErrorView, type ErrorViewProps } from './ErrorView.tsx';
import { passFocusOn } from './pass-focus-on.ts';

/** An error that goes away once its retry starts, with the button that was pressed. */
export function ErrorState(props: ErrorViewProps) {
  return (
    <div ref={passFocusOn}>
      <ErrorView {...props} />
    </div>
  );
}

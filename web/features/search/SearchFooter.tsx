/** Lists the keyboard shortcuts. Hidden where there is no keyboard. */
export function SearchFooter() {
  return (
    <p className="search-footer">
      <span>
        <kbd>↑</kbd>
        <kbd>↓</kbd> choose
      </span>
      <span>
        <kbd>Enter</kbd> open
      </span>
      <span>
        <kbd>Shift</kbd>
        <kbd>Enter</kbd> play from there
      </span>
      <span>
        <kbd>Esc</kbd> close
      </span>
    </p>
  );
}

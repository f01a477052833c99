/** The logo: a drop with three sound bars. */
export function LogoMark({ className = 'size-7' }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={className} aria-hidden="true">
      <path
        fill="var(--accent-9)"
        d="M16 1.5S4.5 12.6 4.5 20a11.5 10.5 0 0 0 23 0C27.5 12.6 16 1.5 16 1.5Z"
      />
      <path
        d="M11 18.5v4M16 14.5v11M21 17v6"
        stroke="var(--accent-contrast)"
        strokeWidth="2.6"
        strokeLinecap="round"
      />
    </svg>
  );
}

export function Logo() {
  return (
    <span className="flex items-center gap-2">
      <LogoMark />
      <span className="font-serif text-xl font-semibold tracking-tight text-ink max-[16rem]:hidden">
        Dripcast
      </span>
    </span>
  );
}

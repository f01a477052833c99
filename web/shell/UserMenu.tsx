import { DropdownMenu } from '@radix-ui/themes';
import { useNavigate } from '@tanstack/react-router';
import { BookOpen, LogOut, User as Person, Wrench } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { User } from '../../schema/wire/accounts.ts';
import { ThemeFrame } from '../ui/ThemeFrame.tsx';
import { Avatar } from './Avatar.tsx';
import { useMenuLogout } from './use-menu-logout.ts';

export function UserMenu({
  user,
  isOpenAtFirst,
  isFocusedAtFirst,
}: {
  user: User;
  isOpenAtFirst: boolean;
  isFocusedAtFirst: boolean;
}) {
  const navigate = useNavigate();
  const logout = useMenuLogout();
  // Rendered inside the header landmark rather than at the end of the page.
  const [container, setContainer] = useState<HTMLDivElement | null>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isFocusedAtFirst && !isOpenAtFirst) trigger.current?.focus();
  }, [isFocusedAtFirst, isOpenAtFirst]);
  return (
    <ThemeFrame>
      <div ref={setContainer} />
      <DropdownMenu.Root modal={false} defaultOpen={isOpenAtFirst}>
        <DropdownMenu.Trigger>
          <button
            ref={trigger}
            type="button"
            aria-label="User menu"
            className="block cursor-pointer rounded-full"
          >
            <Avatar username={user.username} />
          </button>
        </DropdownMenu.Trigger>
        <DropdownMenu.Content variant="soft" container={container} align="end" className="min-w-56">
          <DropdownMenu.Label className="h-auto py-1.5">
            {/* A width of its own: the menu's scroll area would grow with the text. */}
            <span className="block max-w-80 leading-snug">
              <span className="block truncate font-medium text-ink">{user.username}</span>
              <span className="block truncate text-sm text-quiet">
                {user.email ?? 'No email set'}
              </span>
            </span>
          </DropdownMenu.Label>
          <DropdownMenu.Separator />
          <DropdownMenu.Item onSelect={() => void navigate({ to: '/profile' })}>
            <Person size={16} aria-hidden="true" /> Profile
          </DropdownMenu.Item>
          <DropdownMenu.Item onSelect={() => void navigate({ to: '/library' })}>
            <BookOpen size={16} aria-hidden="true" /> My Library
          </DropdownMenu.Item>
          <DropdownMenu.Item onSelect={() => void navigate({ to: '/tools' })}>
            <Wrench size={16} aria-hidden="true" /> Tools
          </DropdownMenu.Item>
          <DropdownMenu.Separator />
          <DropdownMenu.Item onSelect={logout}>
            <LogOut size={16} aria-hidden="true" /> Logout
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Root>
    </ThemeFrame>
  );
}

import { Outlet } from '@tanstack/react-router';
import { ThemeFrame } from '../ui/ThemeFrame.tsx';

export function Frame() {
  return (
    <ThemeFrame>
      <Outlet />
    </ThemeFrame>
  );
}

import { Outlet } from '@tanstack/react-router';
import { useReturn } from '../features/session/use-return.ts';
import { ThemeFrame } from '../ui/ThemeFrame.tsx';
import { RestoredScroll } from './RestoredScroll.tsx';

export function Frame() {
  useReturn();
  return (
    <ThemeFrame>
      <Outlet />
      <RestoredScroll />
    </ThemeFrame>
  );
}

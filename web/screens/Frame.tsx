import { Outlet } from '@tanstack/react-router';
import { ThemeFrame } from '../ui/ThemeFrame.tsx';
import { RestoredScroll } from './RestoredScroll.tsx';

export function Frame() {
  return (
    <ThemeFrame>
      <Outlet />
      <RestoredScroll />
    </ThemeFrame>
  );
}

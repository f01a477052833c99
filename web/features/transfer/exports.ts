import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ExportFormat, ExportsReply } from '../../../schema/wire/exports.ts';
import { api, readReply } from '../../api/client.ts';
import { reload } from '../../api/reload.ts';

const POLL_MS = 1_500;

const isExports = ({ exports, podcasts }: ExportsReply) =>
  Array.isArray(exports) && Array.isArray(podcasts);

export const isRunning = (reply: ExportsReply | undefined) =>
  reply?.exports.some(({ status }) => status === 'queued') ?? false;

/** The reader's exports, polled while one of them is being made. */
export const exportsQuery = queryOptions({
  queryKey: ['user', 'exports'],
  queryFn: ({ signal }) => readReply(api.user.exports.$get({}, { init: { signal } }), isExports),
  refetchInterval: ({ state: { data } }) => (isRunning(data) ? POLL_MS : false),
});

/** Begins an export. */
export function useStartExport() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (json: { formats: ExportFormat[]; podcastIds?: string[] }) =>
      readReply(api.user.exports.$post({ json }), ({ id }) => typeof id === 'string'),
    onSettled: () => reload(queryClient, exportsQuery.queryKey),
  });
}

export const exportAddress = (id: string) => `/api/user/exports/${id}`;

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** `1.4 MB` */
export function formatBytes(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return new Intl.NumberFormat('en', {
    style: 'unit',
    unit: UNITS[step] ?? 'byte',
    unitDisplay: 'short',
    maximumFractionDigits: step > 1 ? 1 : 0,
  }).format(bytes / 1_000 ** step);
}

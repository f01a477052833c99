import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { z } from 'zod';
import type { Source, SourcesPage } from '../../../schema/wire/sources.ts';
import { ApiError, api, readReply } from '../../api/client.ts';
import { reload } from '../../api/reload.ts';

/** The reader's own sources, the newest first, in pages. */
export const sourcesQuery = infiniteQueryOptions({
  queryKey: ['sources', 'list'],
  queryFn: ({ pageParam, signal }) =>
    readReply(
      api.user.sources.$get(
        { query: pageParam === null ? {} : { cursor: pageParam } },
        { init: { signal } },
      ),
      ({ sources }) => Array.isArray(sources),
    ),
  initialPageParam: null as string | null,
  getNextPageParam: ({ nextCursor }) => nextCursor,
  refetchOnMount: 'always',
});

/** A source with its text, for editing: never an older version. */
export const sourceQuery = (id: string) =>
  queryOptions({
    queryKey: ['sources', 'one', id],
    queryFn: ({ signal }) =>
      readReply(
        api.user.sources[':id'].$get({ param: { id } }, { init: { signal } }),
        ({ text }) => typeof text === 'string',
      ),
    staleTime: 0,
    gcTime: 0,
  });

/** The fields of a source as they are typed. */
export interface SourceFields {
  title: string;
  author: string;
  address: string;
  /** `2026-10-31`, or empty. */
  date: string;
  text: string;
}

export const NO_FIELDS: SourceFields = { title: '', author: '', address: '', date: '', text: '' };

const asBody = ({ date, ...fields }: SourceFields) => ({ ...fields, publishedAt: date });

/** A page is read by the server; anything else brings its text. */
export type TypedKind = Exclude<Source['kind'], 'page'>;

/** Called even if the reader has left the form before the reply. */
interface Callbacks {
  onSaved: () => void;
  onError: (error: Error) => void;
}

export function useAddSource({ onSaved, onError }: Callbacks) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ kind, fields }: { kind: TypedKind; fields: SourceFields }) =>
      readReply(api.user.sources.$post({ json: { kind, ...asBody(fields) } })),
    onSuccess: () => {
      onSaved();
      return reload(queryClient, sourcesQuery.queryKey);
    },
    onError,
  });
}

/** Adds the web page at an address. */
export function useAddPage() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (address: string) =>
      readReply(api.user.sources.$post({ json: { kind: 'page', address } })),
    onSuccess: () => reload(queryClient, sourcesQuery.queryKey),
  });
}

/** The typed fields, and the `updatedAt` of the version that they were typed over. */
export interface ChangedSource {
  fields: SourceFields;
  basedOn: string;
}

/** The `updatedAt` of a newer version if that is why a change was refused, otherwise null. */
export function changedElsewhere(error: unknown): string | null {
  if (!(error instanceof ApiError && error.status === 409)) return null;
  return z.string().safeParse(error.details.updatedAt).data ?? null;
}

export function useChangeSource(id: string, { onSaved, onError }: Callbacks) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ fields, basedOn }: ChangedSource) =>
      readReply(
        api.user.sources[':id'].$put({ param: { id }, json: { ...asBody(fields), basedOn } }),
      ),
    onSuccess: () => {
      onSaved();
      return reload(queryClient, sourcesQuery.queryKey);
    },
    onError,
  });
}

/** The pages without a source that was deleted. */
export function withoutSource(pages: SourcesPage[], id: string): SourcesPage[] {
  // A list that was loaded after the deletion doesn't count it any more.
  if (!pages.some(({ sources }) => sources.some((source) => source.id === id))) return pages;
  return pages.map((page) => ({
    ...page,
    total: page.total - 1,
    sources: page.sources.filter((source) => source.id !== id),
  }));
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ProfileUpdate, User } from '../../../schema/wire/accounts.ts';
import { api, readReply } from '../../api/client.ts';

/** Saves the profile. The reply replaces the cached user. */
export function useUpdateProfile() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (profile: ProfileUpdate) =>
      readReply(
        api.user.profile.$put({ json: profile }),
        ({ username }) => typeof username === 'string',
      ),
    onSuccess: (user: User) => queryClient.setQueryData(['user'], user),
  });
}

'use client';

import { useState } from 'react';

type RequestState<Result> = { isPending: boolean; error: Error | null } & (
  | { isSuccess: true; data: Result }
  | { isSuccess: false; data: undefined }
);

interface Callbacks<Result> {
  onSuccess?: (result: Result) => void;
  onError?: (error: unknown) => void;
}

const notSent = { isPending: false, isSuccess: false, data: undefined, error: null } as const;

/** A request that the user sends. It is never sent again by itself: a repeated creation creates a second object. */
export function useRequest<Input, Result>(send: (input: Input) => Promise<Result>) {
  const [state, setState] = useState<RequestState<Result>>(notSent);
  async function mutateAsync(input: Input): Promise<Result> {
    setState({ ...notSent, isPending: true });
    try {
      const data = await send(input);
      setState({ ...notSent, isSuccess: true, data });
      return data;
    } catch (error) {
      setState({ ...notSent, error: error as Error });
      throw error;
    }
  }
  const mutate = (input: Input, { onSuccess, onError = () => {} }: Callbacks<Result> = {}) =>
    void mutateAsync(input).then(onSuccess, onError);
  return { ...state, mutate, mutateAsync, reset: () => setState(notSent) };
}

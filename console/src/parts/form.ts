/** A form that is sent once at a time: what it sends, whether it is under way, and what was wrong with it, by field. */
import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { faultsByField, type Problem } from '../api/problem.ts';

export interface Form {
  readonly busy: boolean;
  readonly problem: Problem | undefined;
  /** By the name of the field in the request. */
  readonly faults: Readonly<Record<string, string>>;
  submit(event?: FormEvent): void;
}

/** `send` throws a Problem where it is refused. The first field that is at fault gets the focus, found by its `name`. */
export function useForm<T>(send: () => Promise<T>, done: (result: T) => void): Form {
  const { mutate, isPending, error } = useMutation<T, Problem>({
    mutationFn: send,
    onSuccess: done,
    onError: (problem) => focusOn(Object.keys(faultsByField(problem))[0]),
  });
  return {
    busy: isPending,
    problem: error ?? undefined,
    faults: faultsByField(error),
    submit(event) {
      event?.preventDefault();
      if (!isPending) mutate();
    },
  };
}

function focusOn(name: string | undefined): void {
  if (name === undefined) return;
  // After what is wrong is shown.
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]`)?.focus());
}

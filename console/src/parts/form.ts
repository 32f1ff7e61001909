/** A form that is sent once at a time: what it sends, whether it is under way, and what was wrong with it, by field. */
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { faultsByField, type Problem } from '../api/problem.ts';

export interface FormState {
  readonly busy: boolean;
  readonly problem: Problem | undefined;
  /** A try since the last success had no answer: it may have been done all the same. */
  readonly unanswered: boolean;
  /** By the name of the field in the request. */
  readonly faults: Readonly<Record<string, string>>;
  submit(event?: FormEvent): void;
}

/** `send` throws a Problem where it is refused. The first field that is at fault gets the focus, found by its `name`. */
export function useForm<T>(send: () => Promise<T>, done: (result: T) => void): FormState {
  const [unanswered, setUnanswered] = useState(false);
  const { mutate, isPending, error } = useMutation<T, Problem>({
    mutationFn: send,
    onSuccess: (result) => {
      setUnanswered(false);
      done(result);
    },
    onError: (problem) => {
      if (problem.status === 0) setUnanswered(true);
      focusOn(Object.keys(faultsByField(problem))[0]);
    },
  });
  return {
    busy: isPending,
    problem: error ?? undefined,
    unanswered,
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

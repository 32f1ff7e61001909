/** What a template asks. */
import { useQuery } from '@tanstack/react-query';
import type { Problem } from '../api/problem.ts';
import { recordQuery } from '../records/data/record-data.ts';
import type { Json } from '../records/description.ts';
import type { Question } from './answers.ts';

export interface Questions {
  /** Undefined while they are not known; none where no template is chosen. */
  readonly questions: readonly Question[] | undefined;
  readonly problem: Problem | undefined;
}

export function useQuestions(account: string, template: Json): Questions {
  const isChosen = typeof template === 'number';
  const { data, error } = useQuery({
    ...recordQuery(account, 'FormTemplates', isChosen ? template : 0),
    enabled: isChosen,
    staleTime: 60_000,
  });
  if (!isChosen) return { questions: [], problem: undefined };
  return { questions: data?.record.Fields as readonly Question[] | undefined, problem: error ?? undefined };
}

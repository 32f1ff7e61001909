/** What was wrong with a form that uses its link up. Where a try before had no answer, it may be that try which has used it. */
import { Banner } from '../parts/Banner.tsx';
import { FormProblem } from '../parts/FormProblem.tsx';
import type { FormState } from '../parts/form.ts';
import { Link } from '../parts/Link.tsx';
import { words } from '../words/session.ts';

export function LinkFormProblem({ form, fields }: { readonly form: FormState; readonly fields: readonly string[] }) {
  if (!form.unanswered || form.problem?.code !== 'link_dead')
    return <FormProblem problem={form.problem} fields={fields} />;
  return (
    <Banner tone="warn" role="alert" actions={<Link to="/signin">{words.signIn}</Link>}>
      {words.mayHaveWorked}
    </Banner>
  );
}

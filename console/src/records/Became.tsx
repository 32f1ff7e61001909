/** Between what was and what is: an arrow that every machine can draw, and a word for who hears it. */
import { Icon } from '../parts/Icon.tsx';

export function ChangeArrow() {
  return (
    <>
      <Icon name="right" size={12} />
      <span className="unseen"> became </span>
    </>
  );
}

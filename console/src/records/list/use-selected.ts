/** The rows of a list that somebody ticked, over all of its pages. */
import { useCallback, useState } from 'react';

export function useRowSelection() {
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const select = useCallback((id: number, isSelected: boolean) => {
    setSelected((now) => {
      const next = new Set(now);
      if (isSelected) next.add(id);
      else next.delete(id);
      return next;
    });
  }, []);
  return { selected, select, unselect: () => setSelected(new Set()) };
}

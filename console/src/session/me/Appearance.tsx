/** The theme and the letter keys of this browser. */
import { useState } from 'react';
import { Checkbox } from '../../parts/Input.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { areLetterKeysEnabled, setLetterKeysEnabled } from '../../shell/letter-keys.ts';
import { loadTheme, saveTheme, type Theme } from '../../theme/theme.ts';
import { words } from '../../words/session.ts';
import styles from './Me.module.css';

export function Appearance() {
  const [theme, setTheme] = useState(loadTheme);
  const [keys, setKeys] = useState(areLetterKeysEnabled);
  return (
    <Panel title={words.appearance}>
      <fieldset className={styles.themes}>
        <legend>{words.theme}</legend>
        {(Object.entries(words.themes) as [Theme, string][]).map(([value, label]) => (
          <label key={value}>
            <input
              type="radio"
              name="theme"
              checked={theme === value}
              onChange={() => {
                saveTheme(value);
                setTheme(value);
              }}
            />
            {label}
          </label>
        ))}
      </fieldset>
      <Checkbox
        label={words.letterKeys}
        hint={words.letterKeysHint}
        checked={keys}
        onChecked={(on) => {
          setLetterKeysEnabled(on);
          setKeys(on);
        }}
      />
    </Panel>
  );
}

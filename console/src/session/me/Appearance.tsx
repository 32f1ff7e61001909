/** The theme and the letter keys of this browser. */
import { useState } from 'react';
import { Tick } from '../../parts/Input.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { letterKeysOn, switchLetterKeys } from '../../shell/letter-keys.ts';
import { chooseTheme, chosenTheme, type Theme } from '../../theme/theme.ts';
import { words } from '../../words/session.ts';
import styles from './Me.module.css';

export function Appearance() {
  const [theme, setTheme] = useState(chosenTheme);
  const [keys, setKeys] = useState(letterKeysOn);
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
                chooseTheme(value);
                setTheme(value);
              }}
            />
            {label}
          </label>
        ))}
      </fieldset>
      <Tick
        label={words.letterKeys}
        hint={words.letterKeysHint}
        checked={keys}
        onChecked={(on) => {
          switchLetterKeys(on);
          setKeys(on);
        }}
      />
    </Panel>
  );
}

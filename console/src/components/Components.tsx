/** Every part of the console, in both themes, side by side: for whoever builds pages. */
import { type ReactNode, useState } from 'react';
import { Problem as Refusal } from '../api/problem.ts';
import { Banner } from '../parts/Banner.tsx';
import { Button } from '../parts/Button.tsx';
import { Chip } from '../parts/Chip.tsx';
import { CopyButton } from '../parts/CopyButton.tsx';
import { Dialog } from '../parts/Dialog.tsx';
import { EmptyState } from '../parts/Empty.tsx';
import { Icon, type IconName, iconNames } from '../parts/Icon.tsx';
import { Checkbox, PasswordInput, Select, TextArea, TextInput } from '../parts/Input.tsx';
import { Kbd } from '../parts/Kbd.tsx';
import { Menu, MenuItem } from '../parts/Menu.tsx';
import { useTitle } from '../parts/PageHeader.tsx';
import { Panel } from '../parts/Panel.tsx';
import { ProblemMessage } from '../parts/Problem.tsx';
import { RelativeTime } from '../parts/RelativeTime.tsx';
import { Skeleton } from '../parts/Skeleton.tsx';
import { StateLabel } from '../parts/State.tsx';
import { Table } from '../parts/Table.tsx';
import { Toasts, toast } from '../parts/Toast.tsx';
import styles from './Components.module.css';

const TITLE = 'Components';

export function Components() {
  useTitle(TITLE);
  return (
    <main className={styles.both}>
      <h1>{TITLE}</h1>
      {(['Light', 'Dark'] as const).map((theme) => (
        <div key={theme} className={`${styles.theme} ${styles[theme.toLowerCase()]}`}>
          <Parts theme={theme} />
        </div>
      ))}
      <Toasts />
    </main>
  );
}

/** Regions have names of their own: there are two of each here. */
function Parts({ theme }: { readonly theme: string }) {
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('');
  const [ticked, setTicked] = useState(true);
  return (
    <>
      <h2>{theme}</h2>
      <Shown name="Button">
        <Button look="primary">Save</Button>
        <Button icon="plus">New</Button>
        <Button look="danger" icon="trash">
          Delete
        </Button>
        <Button look="quiet">Cancel</Button>
        <Button busy>Saving</Button>
        <Button why="Only an admin can revoke" showWhy>
          Revoke
        </Button>
      </Shown>
      <Shown name="State">
        {['Open', 'InProgress', 'OnHold', 'Completed', 'Cancelled', 'Draft', 'Sent', 'Active', 'Disabled'].map(
          (one) => (
            <StateLabel key={one} of={one} />
          ),
        )}
      </Shown>
      <Shown name="Chip">
        <Chip>Plain</Chip>
        <Chip onRemove={() => undefined} name="Status is Open">
          Status is Open
        </Chip>
        {(['info', 'ok', 'warn', 'bad', 'assistant'] as const).map((tone) => (
          <Chip key={tone} tone={tone}>
            {tone}
          </Chip>
        ))}
      </Shown>
      <Shown name="Banner" column>
        {(['info', 'ok', 'warn', 'bad', 'assistant'] as const).map((tone) => (
          <Banner key={tone} tone={tone} actions={<Button>Do it</Button>}>
            What concerns the whole page, in a sentence.
          </Banner>
        ))}
      </Shown>
      <Shown name="Fields" column>
        <TextInput label="Name" hint="As people call it." value={text} onValue={setText} />
        <TextInput label="E-mail" fault="is no address" value="ann" onValue={() => undefined} />
        <PasswordInput label="Password" value={text} onValue={setText} />
        <Select
          label="Role"
          value="Admin"
          onValue={() => undefined}
          choices={['Admin', 'Manager'].map((value) => ({ value, label: value }))}
        />
        <TextArea label="Notes" optional value="" onValue={() => undefined} />
        <Checkbox
          label="Company Settings"
          hint="Sees webhooks and integrations."
          checked={ticked}
          onChecked={setTicked}
        />
      </Shown>
      <Shown name="Table" column>
        <Table
          caption={`Work orders, ${theme}`}
          keyOf={({ id }) => id}
          rows={[
            { id: 1, name: 'Lift stuck at 3rd floor', state: 'InProgress', cost: '120.50' },
            { id: 2, name: 'No heating in flat 15', state: 'OnHold', cost: '40.00' },
          ]}
          columns={[
            { key: 'name', title: 'Name', cell: ({ name }) => name },
            { key: 'state', title: 'Status', cell: ({ state }) => <StateLabel of={state} /> },
            { key: 'cost', title: 'Cost', numeric: true, cell: ({ cost }) => cost },
          ]}
        />
      </Shown>
      <Shown name="Dialog, Menu, Toast, Copy">
        <Button onClick={() => setOpen(true)}>Open a dialog</Button>
        <Menu label={`More, ${theme}`} shown="More" look="plain">
          <MenuItem onChoose={() => toast('Chosen')}>Choose me</MenuItem>
          <MenuItem onChoose={() => toast('The other')}>Or me</MenuItem>
        </Menu>
        <Button onClick={() => toast('Saved', { label: 'Undo', run: () => undefined })}>Toast</Button>
        <CopyButton text="req_1" what="the id" label="Copy" />
        <Dialog
          open={open}
          title="A question"
          onClose={() => setOpen(false)}
          actions={<Button look="primary">Yes</Button>}
        >
          <p>It keeps the focus, and gives it back.</p>
        </Dialog>
      </Shown>
      <Shown name="Problem" column>
        <ProblemMessage problem={example} />
      </Shown>
      <Shown name="Empty" column>
        <Panel title={`A panel, ${theme}`}>
          <EmptyState title="No tasks yet" icon="work" actions={<Button look="primary">New task</Button>}>
            Tasks are the steps of a work order.
          </EmptyState>
        </Panel>
      </Shown>
      <Shown name="Skeleton, times, keys" column>
        <Skeleton rows={2} />
        <span>
          <RelativeTime at="2024-02-29T12:00:00.000Z" /> <Kbd keys="Ctrl K" />
        </span>
      </Shown>
      <Shown name="Icon">
        {iconNames.map((name: IconName) => (
          <span key={name} title={name}>
            <Icon name={name} />
          </span>
        ))}
      </Shown>
    </>
  );
}

const example = new Refusal(
  {
    code: 'state_not_allowed',
    title: 'The record cannot move to this state',
    detail: 'A work order that is Completed goes back to Open or InProgress.',
    requestId: 'req_7h2k9',
  },
  409,
);

function Shown({
  name,
  column,
  children,
}: {
  readonly name: string;
  readonly column?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <div className={styles.shown}>
      <h3>{name}</h3>
      <div className={column ? styles.column : styles.row}>{children}</div>
    </div>
  );
}

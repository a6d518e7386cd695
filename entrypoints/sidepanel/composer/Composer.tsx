import type { Command } from '@pagehand/contracts/commands';
import { ArrowUp, Square } from 'lucide-react';
import { useRef, useState } from 'react';
import { useActions } from '../actions-context.ts';
import { PageToolChip } from '../page-tools/PageToolChip.tsx';
import { usePanel } from '../store/panel-store.ts';
import { useText } from '../texts/text.ts';
import { Button } from '../ui/Button.tsx';
import { ArgumentForm } from './ArgumentForm.tsx';
import { ComposerField } from './ComposerField.tsx';
import { AttachButton, GivenChips } from './GivenChips.tsx';
import { ModelChip } from './ModelChip.tsx';
import { PageChip } from './PageChip.tsx';
import { argumentHint, SlashMenu } from './SlashMenu.tsx';
import { TabMenu } from './TabMenu.tsx';
import { useSuggestions } from './use-suggestions.ts';

/** Where the person writes: Enter sends, Shift+Enter breaks the line, `/` completes commands, Up edits the last ask. */
export function Composer() {
  const t = useText();
  const { actions } = useActions();
  const draft = usePanel((state) => state.draft);
  const busy = usePanel((state) => state.activity !== undefined);
  const stopping = usePanel((state) => state.activity?.label === 'stopping');
  const ready = usePanel((state) => state.connection.state === 'ready');
  const attaching = usePanel((state) => state.attachments.some(({ attachment }) => attachment === undefined));
  const input = useRef<HTMLTextAreaElement>(null);
  const files = useRef<HTMLInputElement>(null);
  /** Enter was pressed while something runs: the words wait, and it says so. */
  const [held, setHeld] = useState(false);
  const [form, setForm] = useState<{ command: Command; args: Record<string, unknown> }>();
  const suggestions = useSuggestions(draft, () => input.current?.focus());
  const { completion, menu, picked, take } = suggestions;

  const submit = () => {
    setHeld((busy || attaching) && draft.trim() !== '');
    if (busy || !ready || attaching) return;
    switch (completion.state) {
      case 'text':
        if (completion.text !== '') void actions.send({ kind: 'text', text: completion.text });
        break;
      case 'complete': {
        const { tool, args } = completion.call;
        void actions.send({ kind: 'command', text: draft.trim(), tool, args });
        break;
      }
      case 'skill':
        void actions.send({ kind: 'text', text: completion.text, skill: completion.skill });
        break;
      case 'upload':
        actions.setDraft(completion.text);
        files.current?.click();
        break;
      case 'unavailable':
        actions.explain(completion.unavailable);
        break;
      case 'needs-arguments':
        if (completion.command.tool) setForm({ command: completion.command, args: completion.args });
        break;
      default: // not a whole command yet
    }
  };

  if (form) {
    return (
      <ArgumentForm
        command={form.command}
        args={form.args}
        onSend={(call) => {
          setForm(undefined);
          void actions.send({ kind: 'command', text: `/${form.command.name}`, tool: call.tool, args: call.args });
        }}
        onCancel={() => setForm(undefined)}
      />
    );
  }

  const hint =
    completion.state === 'complete' || completion.state === 'needs-arguments'
      ? argumentHint(completion.command).trim()
      : '';
  const waits = !held ? undefined : busy ? t('composerHeld') : attaching ? t('attaching') : undefined;
  return (
    <form
      className="composer"
      onSubmit={(event) => event.preventDefault()}
      onDragOver={(event) => {
        if (event.dataTransfer.types.includes('Files')) event.preventDefault();
      }}
      onDrop={(event) => {
        const dropped = [...event.dataTransfer.files];
        if (dropped.length === 0) return;
        event.preventDefault();
        void actions.attach(dropped);
      }}
    >
      {menu === 'tabs' ? <TabMenu choices={suggestions.tabs} picked={picked} onPick={take} /> : null}
      {menu === 'commands' ? (
        <SlashMenu suggestions={suggestions.commands} unknown={suggestions.unknown} picked={picked} onPick={take} />
      ) : null}
      <div className="chips">
        <PageChip />
        <PageToolChip />
        <GivenChips />
        <AttachButton input={files} />
      </div>
      <div className="composer-box">
        <ComposerField ref={input} suggestions={suggestions} onSubmit={submit} />
        {waits === undefined ? null : (
          <p className="argument-hint" role="status">
            {waits}
          </p>
        )}
        {hint === '' ? null : <p className="argument-hint">{hint}</p>}
      </div>
      <div className="composer-foot">
        <ModelChip />
        {busy ? (
          <Button look="primary" className="send" aria-disabled={stopping} onPress={() => void actions.stopAll()}>
            <Square size={12} aria-hidden="true" fill="currentColor" />
            {t(stopping ? 'stopping' : 'stop')}
          </Button>
        ) : (
          <Button look="primary" className="send" disabled={!ready || draft.trim() === ''} onPress={submit}>
            <ArrowUp size={14} aria-hidden="true" />
            {t('send')}
          </Button>
        )}
      </div>
    </form>
  );
}

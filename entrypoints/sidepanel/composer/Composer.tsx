import type { Command } from '@pagehand/contracts/commands';
import { LIMITS } from '@pagehand/contracts/limits';
import { ArrowUp, Square } from 'lucide-react';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { buildCommands, completeCommand } from '../../utils/agent-map.ts';
import { useActions } from '../actions-context.ts';
import { PageToolChip } from '../page-tools/PageToolChip.tsx';
import { usePanel } from '../store/panel-store.ts';
import { useText } from '../texts/text.ts';
import { Button } from '../ui/Button.tsx';
import { ArgumentForm } from './ArgumentForm.tsx';
import { AttachButton, GivenChips } from './GivenChips.tsx';
import { ModelChip } from './ModelChip.tsx';
import { PageChip } from './PageChip.tsx';
import { argumentHint, SlashMenu } from './SlashMenu.tsx';
import { TabMenu } from './TabMenu.tsx';
import { useTabMenu } from './use-tab-menu.ts';

/** Where the person writes: Enter sends, Shift+Enter breaks the line, `/` completes commands, Up edits the last ask. */
export function Composer() {
  const t = useText();
  const { actions } = useActions();
  const draft = usePanel((state) => state.draft);
  const busy = usePanel((state) => state.activity !== undefined);
  const stopping = usePanel((state) => state.activity?.label === 'stopping');
  const ready = usePanel((state) => state.connection.state === 'ready');
  const tools = usePanel((state) => state.tools);
  const input = useRef<HTMLTextAreaElement>(null);
  const [picked, setPicked] = useState(0);
  const [dismissed, setDismissed] = useState('');
  /** Enter was pressed while something runs: the words wait, and it says so. */
  const [held, setHeld] = useState(false);
  const [form, setForm] = useState<{ command: Command; args: Record<string, unknown> }>();

  const files = useRef<HTMLInputElement>(null);
  const skills = usePanel((state) => state.skills?.skills);
  const attaching = usePanel((state) => state.attachments.some(({ attachment }) => attachment === undefined));
  const pageTools = usePanel((state) => state.pageTools?.tools);
  const commands = useMemo(() => buildCommands(tools?.tools ?? [], pageTools, skills), [tools, pageTools, skills]);
  const completion = useMemo(() => completeCommand(draft, commands), [draft, commands]);
  const suggestions = 'suggestions' in completion && dismissed !== draft ? completion.suggestions : [];
  const tabMenu = useTabMenu(draft, dismissed === draft);
  const slashMenu = suggestions.length > 0 || (completion.state === 'unknown' && dismissed !== draft);
  const menu = slashMenu || tabMenu !== undefined;
  const options = tabMenu?.choices.length ?? suggestions.length;

  // The box grows with its text, up to a third of the panel.
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured again for each draft
  useEffect(() => {
    const box = input.current;
    if (!box) return;
    box.style.height = 'auto';
    box.style.height = `${box.scrollHeight + 2}px`;
  }, [draft]);

  const choose = (command: Command) => {
    actions.setDraft(`/${command.name} `);
    setPicked(0);
    input.current?.focus();
  };

  const submit = () => {
    setHeld((busy || attaching) && draft.trim() !== '');
    if (busy || !ready || attaching) return;
    if (completion.state === 'text') {
      if (completion.text !== '') void actions.send({ kind: 'text', text: completion.text });
    } else if (completion.state === 'complete') {
      void actions.send({
        kind: 'command',
        text: draft.trim(),
        tool: completion.call.tool,
        args: completion.call.args,
      });
    } else if (completion.state === 'skill') {
      void actions.send({ kind: 'text', text: completion.text, skill: completion.skill });
    } else if (completion.state === 'upload') {
      actions.setDraft(completion.text);
      files.current?.click();
    } else if (completion.state === 'unavailable') {
      actions.explain(completion.unavailable);
    } else if (completion.state === 'needs-arguments' && completion.command.tool) {
      setForm({ command: completion.command, args: completion.args });
    }
  };

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // While an input method composes, Enter and the arrows belong to it.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    const at = Math.min(picked, options - 1);
    const current = suggestions[at];
    if (menu && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : options - 1;
      setPicked((now) => (now + step) % Math.max(1, options));
    } else if (tabMenu && options > 0 && (event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey) {
      event.preventDefault();
      if (event.nativeEvent.isTrusted) tabMenu.take(at);
      setPicked(0);
    } else if (menu && current && (event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey) {
      event.preventDefault();
      choose(current);
    } else if (menu && event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      setDismissed(draft);
    } else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      if (event.nativeEvent.isTrusted) submit();
    } else if (event.key === 'ArrowUp' && draft === '') {
      const last = usePanel.getState().thread.turns.findLast((turn) => turn.ask !== undefined)?.ask;
      if (last !== undefined) {
        event.preventDefault();
        actions.setDraft(last);
      }
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
      {tabMenu ? (
        <TabMenu
          choices={tabMenu.choices}
          picked={picked}
          onPick={(index) => {
            tabMenu.take(index);
            input.current?.focus();
          }}
        />
      ) : slashMenu ? (
        <SlashMenu suggestions={suggestions} unknown={completion.state === 'unknown'} picked={picked} onPick={choose} />
      ) : null}
      <div className="chips">
        <PageChip />
        <PageToolChip />
        <GivenChips />
        <AttachButton input={files} />
      </div>
      <div className="composer-box">
        <textarea
          ref={input}
          data-testid="composer"
          aria-label={t('composerLabel')}
          aria-controls={menu ? 'slash-menu' : undefined}
          aria-haspopup="listbox"
          aria-activedescendant={menu && options > 0 ? `slash-${Math.min(picked, options - 1)}` : undefined}
          aria-autocomplete="list"
          rows={1}
          dir="auto"
          maxLength={LIMITS.ask}
          placeholder={t('composerPlaceholder')}
          value={draft}
          onChange={(event) => {
            actions.setDraft(event.target.value);
            setPicked(0);
          }}
          onKeyDown={onKeyDown}
          onPaste={(event) => {
            const pasted = [...event.clipboardData.files];
            if (pasted.length === 0) return;
            event.preventDefault();
            if (event.nativeEvent.isTrusted) void actions.attach(pasted);
          }}
        />
        {held && attaching && !busy ? (
          <p className="argument-hint" role="status">
            {t('attaching')}
          </p>
        ) : null}
        {held && busy ? (
          <p className="argument-hint" role="status">
            {t('composerHeld')}
          </p>
        ) : null}
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

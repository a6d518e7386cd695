import { FileText, Globe, ImageIcon, Loader, Paperclip, X } from 'lucide-react';
import { type ChangeEvent, type Ref, useRef } from 'react';
import { useActions } from '../actions-context.ts';
import { usePanel } from '../store/panel-store.ts';
import { useText } from '../texts/text.ts';
import { Button, IconButton } from '../ui/Button.tsx';

/** Files and tabs that go along with the next message; each can be taken off. */
export function GivenChips() {
  const t = useText();
  const { actions } = useActions();
  const attachments = usePanel((state) => state.attachments);
  const mentions = usePanel((state) => state.mentions);
  return (
    <>
      {mentions.map((tab) => (
        <span className="chip" key={tab.tabId} data-testid="mention-chip" title={tab.title}>
          <Globe size={12} aria-hidden="true" />
          <bdi className="chip-name">@{tab.title === '' ? tab.host : tab.title}</bdi>
          <IconButton
            className="chip-x"
            label={t('chipTakeOff', { site: tab.title === '' ? tab.host : tab.title })}
            onPress={() => actions.removeMention(tab.tabId)}
          >
            <X size={12} />
          </IconButton>
        </span>
      ))}
      {attachments.map(({ key, name, attachment }) => (
        <span
          className="chip"
          key={key}
          data-testid="attachment-chip"
          title={name}
          aria-busy={attachment === undefined}
        >
          {attachment === undefined ? (
            <Loader size={12} aria-label={t('attaching')} />
          ) : attachment.type.startsWith('image/') ? (
            <ImageIcon size={12} aria-hidden="true" />
          ) : (
            <FileText size={12} aria-hidden="true" />
          )}
          <bdi className="chip-name">{name}</bdi>
          <IconButton
            className="chip-x"
            label={t('chipTakeOff', { site: name })}
            onPress={() => actions.removeAttachment(key)}
          >
            <X size={12} />
          </IconButton>
        </span>
      ))}
    </>
  );
}

/** What a picker offers; the backend looks at the bytes all the same. */
const ACCEPT = '.png,.jpg,.jpeg,.gif,.webp,.pdf,.txt,.md,.csv,.tsv,.xlsx,text/*';

/** The button that opens the browser's file picker; `input` lets a command open it as well. */
export function AttachButton({ input }: { input: Ref<HTMLInputElement> }) {
  const t = useText();
  const { actions } = useActions();
  const own = useRef<HTMLInputElement>(null);
  const picked = (event: ChangeEvent<HTMLInputElement>) => {
    void actions.attach([...(event.target.files ?? [])]);
    event.target.value = '';
  };
  return (
    <>
      <Button
        className="chip chip-attach"
        aria-label={t('attach')}
        title={t('attach')}
        onPress={() => own.current?.click()}
      >
        <Paperclip size={12} aria-hidden="true" />
      </Button>
      <input
        type="file"
        multiple
        hidden
        accept={ACCEPT}
        data-testid="attach-input"
        ref={(element) => {
          own.current = element;
          if (typeof input === 'object' && input !== null) input.current = element;
        }}
        onChange={picked}
      />
    </>
  );
}

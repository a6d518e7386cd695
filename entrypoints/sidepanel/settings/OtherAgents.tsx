import type { McpDoor } from '@pagehand/contracts/mcp-door';
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { useActions } from '../actions-context.ts';
import { AgentConsent } from '../approval/AgentConsent.tsx';
import { CopyCommand } from '../states/CopyCommand.tsx';
import { ErrorLine } from '../states/ErrorLine.tsx';
import { usePanel } from '../store/panel-store.ts';
import { useText } from '../texts/text.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { TextField } from '../ui/TextField.tsx';
import { useAttempt } from '../use-attempt.ts';

/** Pagehand as an MCP server: its switch, the clients that may come in, and the token of a new one, shown once. */
export function OtherAgents() {
  const t = useText();
  const { actions, services } = useActions();
  const door = usePanel((state) => state.door);
  const [name, setName] = useState('');
  const [token, setToken] = useState<string>();
  const [copied, setCopied] = useState(false);
  const { error, attempt } = useAttempt();
  const run = (work: (signal: AbortSignal) => Promise<McpDoor>) =>
    attempt(async () => actions.setDoor(await work(AbortSignal.timeout(20_000))));
  const add = () =>
    run(async (signal) => {
      const added = await services.mcpDoor.add({ name: name.trim() }, signal);
      setToken(added.token);
      setCopied(false);
      setName('');
      return added.door;
    });
  if (door === undefined) return null;
  return (
    <>
      <p className="hint">{t('doorAbout')}</p>
      {error ? <ErrorLine error={error} /> : null}
      <Button
        aria-pressed={door.enabled}
        onPress={() => void run((signal) => services.mcpDoor.enable({ enabled: !door.enabled }, signal))}
      >
        {t(door.enabled ? 'doorOff' : 'doorOn')}
      </Button>
      {door.url === undefined ? null : (
        <p className="hint">
          <bdi>{door.url}</bdi>
        </p>
      )}
      {door.enabled ? (
        <>
          <p className="hint">{t('doorStdio')}</p>
          <CopyCommand command={door.command} />
          <AgentConsent />
        </>
      ) : null}
      <ul className="rows">
        {door.clients.map((client) => (
          <li key={client.clientId}>
            <span className="row-name">
              <bdi>{client.name}</bdi>
              <span className="hint">
                {t(client.once === true ? 'doorOnceSince' : 'pairedOn', { when: t.when(client.createdAt) })}
              </span>
            </span>
            <Button
              aria-label={t('revokeNamed', { name: client.name })}
              onPress={() => void run((signal) => services.mcpDoor.remove({ clientId: client.clientId }, signal))}
            >
              {t('revoke')}
            </Button>
          </li>
        ))}
      </ul>
      {token === undefined ? null : (
        <div role="status">
          <p>{t('doorToken')}</p>
          <span className="command token" dir="ltr">
            <code data-testid="door-token">{token}</code>
            <IconButton
              label={t(copied ? 'copied' : 'doorTokenCopy')}
              onPress={() => void navigator.clipboard.writeText(token).then(() => setCopied(true))}
            >
              {copied ? <Check size={14} /> : <Copy size={14} />}
            </IconButton>
          </span>
        </div>
      )}
      <TextField label={t('doorName')} dir="auto" maxLength={80} value={name} onChange={setName} />
      <Button disabled={name.trim() === ''} onPress={() => void add()}>
        {t('doorAdd')}
      </Button>
    </>
  );
}

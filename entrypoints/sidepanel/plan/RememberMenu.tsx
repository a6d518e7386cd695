import type { RememberScope } from '@pagehand/contracts/grants';
import { Check, ChevronDown } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useText } from '../texts/text.ts';
import { IconButton } from '../ui/Button.tsx';

const WORDS = { once: 'rememberNot', run: 'rememberRun', site: 'rememberSite' } as const;

type Props = { scopes: readonly RememberScope[]; scope: RememberScope; onScope(scope: RememberScope): void };

/** How long a yes lasts. It is chosen first; the yes itself is the button beside this menu. */
export function RememberMenu({ scopes, scope, onScope }: Props) {
  const t = useText();
  if (scopes.length < 2) return null;
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger asChild>
        <IconButton className="split-more" label={t('rememberMenu')} onPress={() => undefined}>
          <ChevronDown size={14} />
        </IconButton>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" align="start" sideOffset={4}>
          <DropdownMenu.RadioGroup
            value={scope}
            onValueChange={(value) => onScope(scopes.find((known) => known === value) ?? 'once')}
          >
            {scopes.map((value) => (
              <DropdownMenu.RadioItem key={value} className="menu-item" value={value}>
                <DropdownMenu.ItemIndicator className="menu-check">
                  <Check size={14} aria-hidden="true" />
                </DropdownMenu.ItemIndicator>
                {t(WORDS[value])}
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

import { EllipsisVertical } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import { IconButton } from './Button.tsx';

type Props = {
  /** The name of the button with the three dots. */
  label: string;
  size: number;
  /** The menu has closed. `preventDefault` keeps the focus from going back to the button. */
  onClosed(event: Event): void;
  children: ReactNode;
};

export function MoreMenu({ label, size, onClosed, children }: Props) {
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger asChild>
        <IconButton label={label} onPress={() => undefined}>
          <EllipsisVertical size={size} />
        </IconButton>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" align="end" sideOffset={4} onCloseAutoFocus={onClosed}>
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

export function MenuItem(props: { onSelect(): void; danger?: boolean; children: ReactNode }) {
  return (
    <DropdownMenu.Item className={`menu-item${props.danger ? ' menu-danger' : ''}`} onSelect={props.onSelect}>
      {props.children}
    </DropdownMenu.Item>
  );
}

export const MenuLine = () => <DropdownMenu.Separator className="menu-line" />;

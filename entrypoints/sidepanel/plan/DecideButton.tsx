import type { ComponentProps } from 'react';
import { Button } from '../ui/Button.tsx';
import { useArmed } from './use-armed.ts';

/**
 * A button that decides something. It takes only the person's own events, not within half a second of appearing, and
 * no key that is held down: Enter pressed for something else cannot confirm it.
 * @param armKey changes when what is decided changes; the half second then begins again.
 */
export function DecideButton({
  armKey,
  onPress,
  disabled,
  ...rest
}: ComponentProps<typeof Button> & { armKey: string }) {
  const armed = useArmed(armKey) && disabled !== true;
  return (
    <Button
      {...rest}
      aria-disabled={!armed}
      onKeyDown={(event) => {
        if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault();
      }}
      onPress={(event) => {
        if (armed) onPress(event);
      }}
    />
  );
}

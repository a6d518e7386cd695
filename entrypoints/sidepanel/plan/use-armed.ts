import { useEffect, useState } from 'react';

/** How long a decision is shown before it can be made: a click that was meant for what stood there before is lost. */
export const ARM_DELAY_MS = 500;

/** False for the first half second after `key` changes, then true. */
export function useArmed(key: string): boolean {
  const [armedFor, setArmedFor] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setArmedFor(key), ARM_DELAY_MS);
    return () => clearTimeout(timer);
  }, [key]);
  return armedFor === key;
}

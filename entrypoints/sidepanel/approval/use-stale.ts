import { LIMITS } from '@pagehand/contracts/limits';
import { useEffect, useState } from 'react';

/** True when a request was on the screen for so long that it must be looked at afresh. */
export function useStale(seenAt: number): boolean {
  const [staleFor, setStaleFor] = useState<number>();
  useEffect(() => {
    const timer = setTimeout(() => setStaleFor(seenAt), LIMITS.approvalAgeMs);
    return () => clearTimeout(timer);
  }, [seenAt]);
  return staleFor === seenAt;
}

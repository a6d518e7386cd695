import { useEffect, useState } from 'react';

/** Seconds since `since`, ticking once a second: `0:07`. Read out by nobody, as it changes all the time. */
export function Elapsed({ since }: { since: number }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <span className="elapsed" aria-hidden="true">
      {formatSeconds(Math.max(0, Math.floor((now - since) / 1_000)))}
    </span>
  );
}

export function formatSeconds(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

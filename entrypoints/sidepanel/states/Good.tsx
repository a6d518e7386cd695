import { CircleCheck } from 'lucide-react';

/** That something works, in words. */
export function Good({ text }: { text: string }) {
  return (
    <p className="good">
      <CircleCheck size={14} aria-hidden="true" />
      <bdi>{text}</bdi>
    </p>
  );
}

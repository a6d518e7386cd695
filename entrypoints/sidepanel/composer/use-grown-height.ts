import { type RefObject, useEffect } from 'react';

/** Keeps a text box as high as its text, or its placeholder; CSS sets the bound. Also when the panel gets narrower. */
export function useGrownHeight(input: RefObject<HTMLTextAreaElement | null>, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured again for each text
  useEffect(() => {
    const box = input.current;
    if (!box) return;
    let width = -1;
    const observer = new ResizeObserver(() => {
      if (box.clientWidth === width) return; // a height that was set here
      width = box.clientWidth;
      box.style.height = 'auto';
      box.style.height = `${box.scrollHeight + 2}px`;
    });
    observer.observe(box);
    return () => observer.disconnect();
  }, [input, text]);
}

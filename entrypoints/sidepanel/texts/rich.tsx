import { Fragment, type ReactNode } from 'react';

/** Puts elements into the `{name}` places of a translated text, so that each language orders them as it likes. */
export function rich(text: string, parts: Readonly<Record<string, ReactNode>>): ReactNode {
  return text.split(/(\{\w+\})/u).map((piece, index) => {
    const name = /^\{(\w+)\}$/u.exec(piece)?.[1];
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text have no identity of their own
    return <Fragment key={index}>{name !== undefined && name in parts ? parts[name] : piece}</Fragment>;
  });
}
